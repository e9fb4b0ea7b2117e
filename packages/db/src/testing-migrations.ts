import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll } from 'vitest';
import { migrate, MIGRATIONS_DIR, readMigrations } from './migrate.ts';
import { emptyDatabase } from './testing.ts';

/** A database of before a migration, in which a test plants rows of that time. */
export interface OldDatabase {
  /** Speaks to it as the owner of its tables. */
  readonly owner: Client;
  /** Lets it have every other migration. */
  migrate(): Promise<void>;
}

/** A database that has had the migrations before `first` (its number, four digits), for the test file that calls it. */
export const databaseBefore = async (first: string): Promise<OldDatabase> => {
  const { url: appUrl, ownerUrl } = await emptyDatabase();
  const dir = mkdtempSync(join(tmpdir(), 'skyport-migrations-'));
  for (const { name } of readMigrations()) if (name < first) cpSync(join(MIGRATIONS_DIR, name), join(dir, name));
  await migrate(ownerUrl, { appUrl, dir });
  rmSync(dir, { recursive: true });
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  afterAll(() => owner.end());
  return { owner, migrate: async () => void (await migrate(ownerUrl, { appUrl })) };
};
