import { z } from 'zod';
import { SealedKey } from './backup-key.ts';

/** Version of the archive's layout. A program restores its own version only. */
export const FORMAT = 1;

/** Entries that are no tables and no files. */
export const names = { start: 'skyport-backup.json', manifest: 'manifest.json', seal: 'seal.json' } as const;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Name = z.string().min(1).max(63);

/** First entry: whether a program understands the rest. */
export const Start = z.object({ product: z.literal('skyport'), format: z.number().int() });

const Table = z.object({
  schema: z.enum(['public', 'graphile_worker']),
  name: Name,
  columns: z.array(Name).min(1),
  rows: z.number().int().nonnegative(),
  /** Digest of the rows that does not depend on their order. */
  rowSum: Sha256,
  /** Bytes of the compressed entries, and their SHA-256. */
  bytes: z.number().int().nonnegative(),
  sha256: Sha256,
});

/** All that a backup says of itself; SECRET_KEY authenticates it. */
export const Manifest = z.object({
  createdAt: z.iso.datetime(),
  version: z.string(),
  /** Every migration that the database has had. */
  migrations: z.array(z.object({ name: z.string(), sha256: Sha256 })).min(1),
  /** The newest migration of the job queue's library; 0 without job tables. */
  jobMigration: z.number().int().nonnegative(),
  tables: z.array(Table).min(1),
  partitions: z.array(z.object({ parent: Name, name: Name, bound: z.string(), options: z.array(z.string()) })),
  sequences: z.array(
    z.object({
      schema: z.enum(['public', 'graphile_worker']),
      name: Name,
      last: z
        .string()
        .regex(/^-?\d+$/)
        .nullable(),
    }),
  ),
  files: z.array(z.object({ name: z.string(), bytes: z.number().int().nonnegative(), sha256: Sha256 })),
  /** Files of the data directory that rows name and the directory lacks. */
  missingFiles: z.array(z.string()),
  auditEnd: z.object({ seq: z.number().int(), chain: Sha256 }).nullable(),
  key: z.object({ fingerprint: z.string(), sealed: SealedKey.optional() }),
});
export type Manifest = z.infer<typeof Manifest>;
export type TableEntry = Manifest['tables'][number];

/** Last entry: checksum and HMAC of the manifest's text. */
export const Seal = z.object({ sha256: Sha256, mac: Sha256 });

/** Folder of a table's entries. */
export const folderOf = ({ schema, name }: Pick<TableEntry, 'schema' | 'name'>): string => `tables/${schema}.${name}`;

/** Rows of a table of the product. */
export const rowsOf = ({ tables }: Manifest, name: string): number =>
  tables.find((table) => table.schema === 'public' && table.name === name)?.rows ?? 0;
