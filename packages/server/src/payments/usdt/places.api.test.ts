import { expect, test } from 'vitest';
import { startShop } from '../../orders/testing/scene.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { createPlaces } from './places.ts';
import { planOf } from './plan.ts';
import { usdtScene } from './testing/usdt-scene.ts';

/* What the leading process asks its database each second, to know where to look for USDT. */

const scene = await startShop();
const { app, deps, clock, shop } = scene;
const { turnOn, pay, WALLET } = usdtScene(scene);

let asked = 0;
const db = deps.db.withPlugin({
  transformQuery: ({ node }) => {
    asked += 1;
    return node;
  },
  transformResult: async ({ result }) => result,
});
const places = createPlaces({ db, clock });
const plan = () => planOf(deps.settings.current());
/** Asks so many times, a second apart, as the watcher does; gives how often the database was asked. */
const secondsOf = async (seconds: number): Promise<number> => {
  const before = asked;
  for (let i = 0; i < seconds; i++) {
    await places(plan());
    clock.advance(SECOND_MS);
  }
  return asked - before;
};

test('while USDT are switched off the database is asked where to look twice a minute, and at once when they are on', async () => {
  expect(await secondsOf(60)).toBe(4);
  await turnOn();
  expect(await secondsOf(1)).toBe(2);
  expect((await places(plan())).length).toBe(4);
  expect(await secondsOf(10)).toBe(20);
});

test('what is awaited is watched on when they are switched off: remembered, and not for ever', async () => {
  await turnOn();
  const user = await app.account();
  const { _id } = await shop.order(user, await shop.makeCombo());
  expect((await pay(user, _id, 'bep20')).code).toBe(0);
  await app.changeSettings({ usdt: '' });
  const addresses = async () =>
    (await places(plan())).map(({ network, address }) => `${network} ${address.toLowerCase()}`);
  expect(await addresses()).toEqual([`bep20 ${WALLET}`]);
  expect(await secondsOf(20)).toBe(0);
  expect(await addresses()).toEqual([`bep20 ${WALLET}`]);
  await shop.cancel(user, _id);
  await deps.db.updateTable('usdt_slots').set({ grace_ends_at: clock.now() }).execute();
  clock.advance(7 * HOUR_MS);
  expect(await addresses()).toEqual([]);
  expect(await secondsOf(MINUTE_MS / SECOND_MS)).toBeLessThan(5);
});
