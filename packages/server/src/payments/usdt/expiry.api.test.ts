import { expect, test } from 'vitest';
import { expireOrders } from '../../orders/jobs.ts';
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import { runJob } from '../../platform/jobs.ts';
import type { TestData } from '../../testing-app.ts';
import { startChainShop } from './testing/chain-scene.ts';
import { createWatched, watchOnce } from './watch.ts';

/*
 * An order that can be paid in USDT ends when everything was read that came before its end, on a real chain of this
 * machine: what was paid in time is never found by an order that is cancelled. After each test the books are right.
 */

const scene = await startChainShop();
const { deps, clock, chain, node, shop, now, syncClock, settleDown, buy, milliOf, send, statusOf } = scene;

const expire = (): Promise<void> => runJob(expireOrders, deps, {});
/** Hours pass, for the chain too; nobody looks at it. */
const pass = async (hours: number): Promise<void> => {
  await chain.rpc('evm_increaseTime', [hours * 3600]);
  await chain.mine(1);
  await syncClock();
};
const queriesOf = ({ _id }: TestData) =>
  deps.db.selectFrom('trade_queries').selectAll().where('trade_id', '=', _id).execute();

test('expiry waits until the watcher has read up to the order’s end: what was paid before it pays the order', async () => {
  const [late, idle] = [await buy(), await buy()];
  await pass(2);
  await expire();
  // The window is over, and what it asked for comes.
  await send(milliOf(late.trade));
  await pass(23);
  await expire();
  expect([await statusOf(late.id), await statusOf(idle.id)]).toEqual(['topay', 'topay']);
  await settleDown();
  await expire();
  expect([await statusOf(late.id), await statusOf(idle.id)]).toEqual(['paied', 'cancled']);
  expect(await shop.wallet(now.user)).toBe(0);
});

test('that the watcher has read up to the end of the trade says nothing of what came until the order’s end', async () => {
  const { id, trade } = await buy();
  await pass(2);
  await settleDown();
  await expire();
  await send(milliOf(trade));
  await pass(23);
  await expire();
  expect(await statusOf(id)).toBe('topay');
  await settleDown();
  expect(await statusOf(id)).toBe('paied');
});

test('what was read and is not handed over yet is waited for', async () => {
  const { id, trade } = await buy();
  await send(milliOf(trade));
  await pass(25);
  await chain.mine(5, 15);
  await syncClock();
  const watched = createWatched({ network: 'bep20', address: trade.usdtAdress }, [{ url: node.url }], {
    http: (url, init) => fetch(url, init),
    clock,
  });
  const fails = async (): Promise<void> => {
    throw new Error('no claim can be stored');
  };
  await expect(watchOnce(deps, watched, { claim: fails, unclaimed: fails })).rejects.toThrow('no claim');
  await expire();
  expect(await statusOf(id)).toBe('topay');
  await settleDown();
  expect(await statusOf(id)).toBe('paied');
});

test('a watcher that reads nothing is waited for at most 24 h', async () => {
  const { id, trade } = await buy();
  await pass(47);
  await expire();
  expect(await statusOf(id)).toBe('topay');
  await pass(1);
  await expire();
  expect(await statusOf(id)).toBe('cancled');
  // What came in time is its buyer's, whenever it is found.
  await send(milliOf(trade));
  await settleDown();
  expect(await shop.wallet(now.user)).toBe(Math.floor(milliOf(trade) * 0.8) / 100);
});

test('an order that waits for no watcher ends at its time beside one that does', async () => {
  const waiting = await buy();
  const { _id: plain } = await shop.order(now.user, await shop.makeCombo());
  clock.advance(DAY_MS + HOUR_MS);
  await expire();
  expect([await statusOf(waiting.id), await statusOf(plain)]).toEqual(['topay', 'cancled']);
});

test('nobody is asked about a trade in USDT: what was read is known already', async () => {
  const { trade } = await buy();
  expect(await queriesOf(trade)).toEqual([]);
});
