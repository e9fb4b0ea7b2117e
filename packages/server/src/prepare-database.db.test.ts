import { testDatabase } from '@skyport/db/testing';
import { expect, test } from 'vitest';
import { asRole, digestsOf } from './backup/testing.ts';
import { prepareDatabase } from './prepare-database.ts';
import { TEST_SECRET_KEY } from './testing-app.ts';

const database = await testDatabase();
const keys = { secretKey: TEST_SECRET_KEY, oldKeys: [] };
const shape = (): Promise<unknown> =>
  asRole(database.ownerUrl, async (client) => {
    const { rows } = await client.query(`select table_name, column_name, data_type from information_schema.columns
                                          where table_schema = 'public' order by 1, 2`);
    return rows;
  });

test('a program that is older than the database refuses to start on it, and changes nothing', async () => {
  await prepareDatabase(database, keys);
  // The newer program keeps its keys elsewhere: what the older one would read is gone.
  await asRole(database.ownerUrl, async (client) => {
    await client.query(`alter table mac_keys rename to mac_keys_2;
      insert into schema_migrations values ('9999_later.sql', 'x', now())`);
  });
  const before = [await digestsOf(database.ownerUrl), await shape()];
  await expect(prepareDatabase(database, keys)).rejects.toThrow(
    'The database is newer than this program: it has had 9999_later.sql, which this program does not know. ' +
      'Start the newer program, or restore a backup that is as old as this one.',
  );
  expect([await digestsOf(database.ownerUrl), await shape()]).toEqual(before);
});
