import { codes } from '@skyport/contract/codes';
import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '../testing.ts';

const app = await createTestApp();
const { deps } = app;
afterAll(() => app.close());

test('the records of ten days are shown, newest first, and nobody else sees them', async () => {
  const [user, stranger] = [await app.account(), await app.account()];
  const record = (day: string, type: string, change: number) => ({
    user_num: user.num,
    day,
    type,
    change,
    exempt: 5,
    granted: 1000,
    spent: 10,
    description: type,
    updated_at: deps.clock.now(),
  });
  await deps.db
    .insertInto('traffic_records')
    .values([
      record('2026-11-11', 'spend', -1),
      record('2026-11-12', 'spend', -2),
      record('2026-11-21', 'spend', -3),
      record('2026-11-20', 'buy', 1000),
    ])
    .execute();
  const list = (await app.call('/api/traffic/my_traffic_records', {}, user)).data;
  expect(list.map((one: { day: string; trafficChange: number }) => [one.day, one.trafficChange])).toEqual([
    ['2026-11-21', -3],
    ['2026-11-20', 1000],
    ['2026-11-12', -2],
  ]);
  expect(list[0]).toMatchObject({ desc: 'spend', exemptionTraffic: 5, allTraffic: 1000, allSpend: 10 });
  expect((await app.call('/api/traffic/my_traffic_records', {}, stranger)).data).toEqual([]);
});

test('visitors have no records', async () => {
  expect((await app.call('/api/traffic/my_traffic_records')).code).toBe(codes.sessionExpired.code);
});
