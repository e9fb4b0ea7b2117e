import { databaseBefore } from '@skyport/db/testing-migrations';
import { expect, test } from 'vitest';

/*
 * Fetches of before, when each version of a client had a row of its own.
 */

const { owner, migrate } = await databaseBefore('0071');

test('rows that differ by the version alone become one, with their sum and the newest version', async () => {
  const rows = [
    [1, '2026-11-20T10:00Z', 'a', 'mihomo/1.9.0', 2],
    [1, '2026-11-20T10:00Z', 'a', 'mihomo/1.19.15', 3],
    [1, '2026-11-20T10:00Z', 'a', 'mihomo', 5],
    [1, '2026-11-20T10:00Z', 'a', 'generic', 1],
    [1, '2026-11-20T11:00Z', 'a', 'mihomo/1.9.0', 1],
    [1, '2026-11-20T10:00Z', 'b', 'mihomo/1.9.0', 2_147_483_647],
    [1, '2026-11-20T10:00Z', 'b', 'mihomo/1.9', 1],
    [2, '2026-11-20T10:00Z', 'a', 'stash/2', 1],
  ];
  for (const row of rows)
    await owner.query(
      'insert into subscription_fetches (user_num, hour, network, client, count) values ($1, $2, $3, $4, $5)',
      row,
    );
  await migrate();
  const found = await owner.query<Record<string, unknown>>(
    `select user_num::int as user, extract(hour from hour at time zone 'UTC')::int as hour, network, family, version, count
       from subscription_fetches order by user_num, hour, network, family`,
  );
  expect(found.rows.map((row) => Object.values(row))).toEqual([
    [1, 10, 'a', 'generic', '', 1],
    [1, 10, 'a', 'mihomo', '1.19.15', 10],
    [1, 10, 'b', 'mihomo', '1.9.0', 2_147_483_647],
    [1, 11, 'a', 'mihomo', '1.9.0', 1],
    [2, 10, 'a', 'stash', '2', 1],
  ]);
});
