import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startLocalPostgres } from '@skyport/db/local';
import { migrate } from '@skyport/db/migrate';

/*
 * Writes packages/db/src/schema.generated.ts from the migrations: a database of its own is made, migrated and read.
 * `--check` writes nothing and fails when the file is stale.
 */

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const file = join(root, 'packages/db/src/schema.generated.ts');

/** How columns arrive in the program: see columnTypes of packages/db/src/pool.ts. */
const READ_AS = { int8: 'number', date: 'string' };

/** Table types of the migrated database behind `ownerUrl`, as the text of the generated file. */
export const generateTypes = (ownerUrl: string): string => {
  const out = join(mkdtempSync(join(tmpdir(), 'skyport-types-')), 'schema.ts');
  try {
    const made = spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
        `--url=${ownerUrl}`,
        `--out-file=${out}`,
        `--type-mapping=${JSON.stringify(READ_AS)}`,
        '--dialect=postgres',
        '--default-schema=public',
        '--exclude-pattern=graphile_worker.*',
        '--exclude-pattern=schema_migrations',
        '--date-parser=string',
      ],
      { encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`kysely-codegen failed: ${made.stdout}${made.stderr}`);
    return readFileSync(out, 'utf8');
  } finally {
    rmSync(dirname(out), { recursive: true, force: true });
  }
};

/** True when the generated file is what the migrated database behind `ownerUrl` gives. */
export const typesAreFresh = (ownerUrl: string): boolean => readFileSync(file, 'utf8') === generateTypes(ownerUrl);

const main = async (check: boolean): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'skyport-types-'));
  try {
    chmodSync(dataDir, 0o755);
    const server = await startLocalPostgres({ dataDir, log: () => undefined, settings: { fsync: 'off' } });
    try {
      await migrate(server.ownerUrl, { appUrl: server.appUrl });
      if (!check) writeFileSync(file, generateTypes(server.ownerUrl));
      else if (!typesAreFresh(server.ownerUrl)) throw new Error('schema.generated.ts is stale: npm run db:types');
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(process.argv.includes('--check')).catch((fault: unknown) => {
    console.error(fault instanceof Error ? fault.message : fault);
    process.exit(1);
  });
}
