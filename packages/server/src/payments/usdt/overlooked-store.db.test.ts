import { testDatabase } from '@skyport/db/testing';
import { expect, test } from 'vitest';
import type { Deps } from '../../platform/deps.ts';
import { createIds, systemRandom } from '../../platform/ids.ts';
import { testClock } from '../../testing-app.ts';
import { unitsOf } from './amounts.ts';
import { markHanded } from './deposit-store.ts';
import { storeAllFound } from './found-store.ts';
import { insertOverlooked, isStoredSince, listHanded, listNames, lockOverlooked } from './overlooked-store.ts';
import type { Found } from './reading.ts';
import { joinShown, pairSame } from './same-money.ts';
import { takeOverlooked } from './take-overlooked.ts';

const clock = testClock();
const ids = createIds(clock, systemRandom);
const PLACE = { network: 'bep20', address: `0x${'a'.repeat(40)}` } as const;

const transferAt = (logIndex: number, yuan: number): Found => ({
  txid: `0x${'1'.repeat(64)}`,
  logIndex,
  block: 7,
  blockHash: '0x7',
  time: clock.now(),
  sender: `0x${'b'.repeat(40)}`,
  units: unitsOf('bep20', yuan),
});

test('names a deposit that another endpoint shows at another place, and not its neighbour by its place', async () => {
  const { db } = await testDatabase();
  await storeAllFound(db, { ...PLACE, found: [transferAt(3, 10), transferAt(4, 20)], ids, at: clock.now() });
  const rows = await db.selectFrom('usdt_deposits').select('id').orderBy('log_index').execute();
  for (const [n, { id }] of rows.entries())
    await markHanded(db, id, { outcome: 'unclaimed', reference: `name ${n}`, slot_id: null, handed_at: clock.now() });
  const shown = [transferAt(4, 10), transferAt(5, 20), transferAt(6, 20)];
  expect([...(await listNames(db, PLACE, shown)).values()]).toEqual(['name 0', 'name 1']);
  const reference = await insertOverlooked(db, PLACE, { found: shown[2]!, at: clock.now() });
  expect([...(await listNames(db, PLACE, shown)).values()]).toEqual(['name 0', 'name 1', reference]);
  const handed = await listHanded(db, PLACE, {
    from: clock.now(),
    to: new Date(clock.now().getTime() + 1),
  });
  expect([handed.length, pairSame(handed, shown).size, pairSame(handed, shown.slice(0, 1)).size]).toEqual([2, 2, 1]);
});

test('knows overlooked money that a watcher has stored since at another place', async () => {
  const { db } = await testDatabase();
  const reference = await insertOverlooked(db, PLACE, { found: transferAt(5, 10), at: clock.now() });
  const isKnown = async () => isStoredSince(db, (await lockOverlooked(db, reference))!);
  clock.advance(1000);
  await storeAllFound(db, { ...PLACE, found: [transferAt(3, 20)], ids, at: clock.now() });
  expect(await isKnown()).toBe(false);
  await storeAllFound(db, { ...PLACE, found: [transferAt(3, 20), transferAt(4, 10)], ids, at: clock.now() });
  expect(await isKnown()).toBe(true);
  expect(await takeOverlooked(db, { ids, clock } as unknown as Deps, reference)).toBe('known');
});

test('joins what two endpoints show of the same money at different places', () => {
  const [one, two] = [transferAt(3, 10), transferAt(4, 10)];
  const later = [transferAt(4, 10), transferAt(5, 10)];
  expect(joinShown([one, two], later)).toEqual(later);
  expect(joinShown([one, two], later.slice(0, 1))).toHaveLength(2);
});
