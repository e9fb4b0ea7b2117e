import { join } from 'node:path';
import { emptyDatabase, testDatabase } from '@skyport/db/testing';
import { expect, test } from 'vitest';
import { keyOf } from './read-backup.ts';
import { makeBackup, readBackup } from './index.ts';
import { asRole, restoreInto, testFolder } from './testing.ts';

const KEY = 'a key for tests that is long enough to be taken';
const source = await testDatabase();
const folder = testFolder();

/** Moves one from a table to another that is copied at another time: their sum stays the same. */
const move = (from: string, to: string): string => `
  update ${from} set value = (value::text::int - 1)::text::jsonb where key = 'moved';
  update ${to} set at = now(), up_to_tx = up_to_tx + 1`;

test('a backup that is made while others write holds one moment, and blocks none of them', async () => {
  await asRole(source.rootUrl, (client) =>
    client.query(`insert into settings (key, value, updated_at) values ('moved', '1000000', now())
                  on conflict (key) do update set value = excluded.value`),
  );
  const path = join(folder, 'moving.tar');
  let isWriting = true;
  let written = 0;
  const writing = asRole(source.rootUrl, async (client) => {
    while (isWriting) {
      await client.query('begin');
      await client.query(move('settings', 'ledger_checkpoint'));
      await client.query('commit');
      written += 1;
    }
  });
  await expect.poll(() => written).toBeGreaterThan(0);
  const before = written;
  await makeBackup({
    ownerUrl: source.ownerUrl,
    dataDir: folder,
    secretKey: KEY,
    passphrase: '',
    path,
    version: '0.1.0',
    now: new Date(0),
  });
  expect(written).toBeGreaterThan(before);
  isWriting = false;
  await writing;

  const target = await emptyDatabase();
  const backup = await readBackup(path);
  const secretKey = await keyOf(backup, { own: KEY, apart: undefined, passphrase: '' });
  await restoreInto(backup, target, { dataDir: folder, secretKey });
  const { rows } = await asRole(target.ownerUrl, (client) =>
    client.query<{ sum: number; moved: number }>(`
      select (s.value::text::int + c.up_to_tx)::int as sum, c.up_to_tx::int as moved
        from settings s, ledger_checkpoint c where s.key = 'moved'`),
  );
  expect(rows).toEqual([{ sum: 1_000_000, moved: expect.any(Number) }]);
  expect(rows[0]!.moved).toBeGreaterThanOrEqual(before);
});
