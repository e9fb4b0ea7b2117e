import { createHash, type Hash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Migration } from '@skyport/db/migrate';
import { sameBytes } from '../platform/secrets.ts';
import { fingerprintOf, manifestMac, openKey } from './backup-key.ts';
import { folderOf, FORMAT, Manifest, names, Seal, Start } from './manifest.ts';
import { BackupRefused, refuseBackup, refuseDamaged } from './refused.ts';
import { readTar, type TarEntry } from './tar.ts';

/** A backup of which each checksum was right. */
export interface CheckedBackup {
  readonly path: string;
  readonly manifest: Manifest;
  readonly text: string;
  readonly mac: string;
}

/** Reads a whole backup and compares each checksum. Refuses one that is damaged, incomplete or of another format. */
export const readBackup = async (path: string): Promise<CheckedBackup> => {
  const groups = new Map<string, { readonly hash: Hash; bytes: number }>();
  const ends = new Map<string, string>();
  let isFirst = true;
  for await (const { name, bytes } of entriesOf(path)) {
    if (isFirst) assertStart(path, name, bytes);
    else if (ends.has(names.seal)) refuseDamaged(`${name} follows its seal`);
    else if (name === names.manifest || name === names.seal) ends.set(name, bytes.toString('utf8'));
    else addTo(groups, name, bytes);
    isFirst = false;
  }
  const [text, seal] = [ends.get(names.manifest), ends.get(names.seal)];
  if (text === undefined || seal === undefined) return refuseDamaged('it has no manifest');
  const { sha256, mac } = parsed(Seal, seal, 'its seal is broken');
  if (createHash('sha256').update(text).digest('hex') !== sha256)
    refuseDamaged('the checksum of its manifest is wrong');
  const manifest = parsed(Manifest, text, 'its manifest is broken');
  compareGroups(manifest, groups);
  return { path, manifest, text, mac };
};

const entriesOf = async function* (path: string): AsyncGenerator<TarEntry> {
  try {
    yield* readTar(path);
  } catch (fault) {
    if (fault instanceof BackupRefused) throw fault;
    refuseBackup(`${path} cannot be read: ${fault instanceof Error ? fault.message : String(fault)}.`);
  }
};

const parsed = <T>(schema: { parse(value: unknown): T }, text: string, detail: string): T => {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return refuseDamaged(detail);
  }
};

const assertStart = (path: string, name: string, bytes: Buffer): void => {
  if (name !== names.start) refuseBackup(`${path} is not a backup of Skyport.`);
  const { format } = parsed(Start, bytes.toString('utf8'), 'its first entry is broken');
  if (format !== FORMAT)
    refuseBackup(
      `The backup has format ${format}, and this program reads format ${FORMAT}. Restore it with the release that made it.`,
    );
};

const addTo = (groups: Map<string, { hash: Hash; bytes: number }>, name: string, bytes: Buffer): void => {
  const key = name.startsWith('tables/') ? name.slice(0, name.lastIndexOf('/')) : name;
  const group = groups.get(key) ?? { hash: createHash('sha256'), bytes: 0 };
  group.hash.update(bytes);
  group.bytes += bytes.length;
  groups.set(key, group);
};

const compareGroups = ({ tables, files }: Manifest, groups: Map<string, { hash: Hash; bytes: number }>): void => {
  const listed = [
    ...tables.map((table) => ({ ...table, key: folderOf(table) })),
    ...files.map((file) => ({ ...file, key: `files/${file.name}` })),
  ];
  for (const { key, bytes, sha256 } of listed) {
    const found = groups.get(key) ?? refuseDamaged(`${key} is missing`);
    if (found.bytes !== bytes || found.hash.digest('hex') !== sha256) refuseDamaged(`the checksum of ${key} is wrong`);
    groups.delete(key);
  }
  for (const key of groups.keys()) refuseDamaged(`it holds ${key}, which its manifest does not name`);
};

/** Keys that the operator has. */
export interface KnownKeys {
  /** SECRET_KEY of this installation, if it has one. */
  readonly own: string | undefined;
  /** Key of a file that was kept apart. */
  readonly apart: string | undefined;
  readonly passphrase: string;
}

/** The backup's SECRET_KEY. Refuses a wrong passphrase, another key, and a manifest that another key authenticated. */
export const keyOf = async ({ manifest, text, mac }: CheckedBackup, keys: KnownKeys): Promise<string> => {
  const { sealed, fingerprint } = manifest.key;
  const isSealed = keys.apart === undefined && sealed !== undefined && keys.passphrase !== '';
  const key = isSealed ? await openKey(sealed, keys.passphrase) : (keys.apart ?? keys.own);
  if (key === undefined || key.length < 32 || fingerprintOf(key) !== fingerprint) {
    const way = sealed ? 'Set BACKUP_PASSPHRASE, or name' : 'Name';
    return refuseBackup(
      `The backup belongs to another SECRET_KEY than the one given here. ${way} the file that holds its key: --key-file FILE.`,
    );
  }
  if (!sameBytes(Buffer.from(mac, 'hex'), Buffer.from(manifestMac(key, text), 'hex')))
    refuseDamaged('its manifest was changed without its SECRET_KEY');
  return key;
};

/** The newest migration of a backup. Refuses a backup of a newer program, or of one with other migrations. */
export const newestMigration = ({ migrations }: Manifest, program: readonly Migration[]): string => {
  const newest = migrations.at(-1)!.name;
  const own = new Map(program.map(({ name, sha256 }) => [name, sha256]));
  const unknown = migrations.find(({ name }) => !own.has(name));
  if (unknown)
    refuseBackup(
      `The backup is newer than this program, which does not know ${unknown.name}. Restore it with the release that made it.`,
    );
  const other = migrations.find(({ name, sha256 }) => own.get(name) !== sha256);
  if (other) refuseBackup(`The migration ${other.name} of the backup is not the one of this program.`);
  const had = new Set(migrations.map(({ name }) => name));
  const late = program.find(({ name }) => name < newest && !had.has(name));
  if (late) refuseBackup(`The backup lacks the migration ${late.name}, which this program runs before ${newest}.`);
  return newest;
};

/** Reads tables and files of a checked backup again, in their order. */
export class BackupReader {
  readonly #entries: AsyncGenerator<TarEntry>;
  #next: TarEntry | undefined;

  constructor(path: string) {
    this.#entries = readTar(path);
  }

  /** Rows of the next table, which has this folder. */
  table(folder: string): Readable {
    const unpacked = createGunzip();
    pipeline(Readable.from(this.#parts(`${folder}/`)), unpacked, () => undefined);
    return unpacked;
  }

  /** Bytes of the next file, which has this name. */
  async file(name: string): Promise<Buffer> {
    const entry = await this.#peek();
    if (entry?.name !== name) return refuseDamaged(`${name} is not in its place`);
    this.#next = undefined;
    return entry.bytes;
  }

  async close(): Promise<void> {
    await this.#entries.return(undefined);
  }

  async *#parts(prefix: string): AsyncGenerator<Buffer> {
    for (let entry = await this.#peek(); entry?.name.startsWith(prefix); entry = await this.#peek()) {
      this.#next = undefined;
      yield entry.bytes;
    }
  }

  async #peek(): Promise<TarEntry | undefined> {
    this.#next ??= (await this.#entries.next()).value ?? undefined;
    return this.#next;
  }
}
