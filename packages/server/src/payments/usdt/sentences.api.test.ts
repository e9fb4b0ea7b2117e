import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import { moveCursor } from './deposit-store.ts';
import { planOf, receivingPlaces } from './plan.ts';
import { startChainShop } from './testing/chain-scene.ts';

/*
 * Sentences of the rules of USDT that take a purchase, a chain and some days to be true, on a real chain of this
 * machine. After each test the books are right.
 */

const scene = await startChainShop();
const { app, deps, clock, chain, node, shop, now, syncClock, settleDown, buy, milliOf, send, statusOf } = scene;

/** Time passes, for the chain too. */
const pass = async (ms: number): Promise<void> => {
  await chain.rpc('evm_increaseTime', [ms / 1000]);
  await chain.mine(1);
  await syncClock();
};

test('a slot takes what came before the end of its grace, though it was released and its amount is another’s by now', async () => {
  const [first, later] = [now.user, await app.account()];
  const ended = await buy(first);
  await shop.cancel(first, ended.id);
  await pass(DAY_MS - 10 * MINUTE_MS);
  await send(milliOf(ended.trade));
  // The endpoint keeps it back until its slot is free.
  node.faults.losesEvents = true;
  await settleDown();
  await pass(15 * MINUTE_MS);
  await settleDown();
  const next = await buy(later);
  await sql`update usdt_slots set milli = ${milliOf(ended.trade)} where trade_id = ${next.trade._id}`.execute(deps.db);
  node.faults.losesEvents = false;
  await settleDown();
  expect([await statusOf(ended.id), await shop.wallet(first)]).toEqual(['cancled', 30]);
  expect([await statusOf(next.id, later), await shop.wallet(later)]).toEqual(['topay', 0]);
  await send(milliOf(ended.trade));
  await settleDown();
  expect([await statusOf(next.id, later), await shop.wallet(first)]).toEqual(['paied', 30]);
});

test('an amount is one on all chains of an address: whoever pays on another chain than asked is matched', async () => {
  await app.changeSettings({ usdtpay: now.us, usdt_erc20_nodes: `${node.url}/other` });
  for (const place of receivingPlaces(planOf(deps.settings.current()))) {
    const to = { number: 1, hash: '', time: clock.now() };
    if (place.network === 'erc20') await moveCursor(deps.db, place, { looks: 0, to, at: clock.now() });
  }
  const { _id: id } = await shop.order(now.user, await shop.makeCombo());
  const { data: asked } = await shop.buy(now.user, id, { pay_mode: 'usdt', network: 'erc20' });
  expect(asked.network).toBe('erc20');
  const other = await app.account();
  const { _id: others } = await shop.order(other, await shop.makeCombo());
  const { data: beside } = await shop.buy(other, others, { pay_mode: 'usdt', network: 'bep20' });
  expect(beside.usdtAdress).toBe(asked.usdtAdress);
  expect(milliOf(beside)).not.toBe(milliOf(asked));
  await send(milliOf(asked));
  await settleDown();
  expect([await statusOf(id), await statusOf(others, other)]).toEqual(['paied', 'topay']);
  await app.changeSettings({ usdt_erc20_nodes: ' ' });
});

test('slots that were paid do not count against the limits of an account', async () => {
  const paid = [await buy(), await buy(), await buy()];
  expect((await buy()).trade).toBeNull();
  await send(milliOf(paid[0]!.trade));
  await settleDown();
  expect(milliOf((await buy()).trade)).toBeGreaterThan(0);
  expect((await buy()).trade).toBeNull();
});

test('USDT for an order that was paid in another way go to its buyer’s wallet at the rate of their trade, a day long', async () => {
  const { id, trade } = await buy();
  await shop.receipt(id, 30, `cash-${id}`);
  expect(await statusOf(id)).toBe('paied');
  await app.changeSettings({ exchange_rate: 7 });
  await pass(DAY_MS - 10 * MINUTE_MS);
  await send(milliOf(trade));
  await settleDown();
  expect([await statusOf(id), await shop.wallet(now.user)]).toEqual(['paied', 30]);
  await pass(DAY_MS);
  await send(milliOf(trade));
  await settleDown();
  expect(await shop.wallet(now.user)).toBe(30);
});

test('where USDT are switched off and the address is removed, what comes there still pays its order', async () => {
  const { id, trade } = await buy();
  await app.changeSettings({ usdt: '', usdtpay: '' });
  await send(milliOf(trade));
  await pass(MINUTE_MS);
  await settleDown();
  expect(await statusOf(id)).toBe('paied');
});

test('the rate of a trade stays what it was when it was made, whatever the settings say when its money comes', async () => {
  const { id, trade } = await buy();
  await app.changeSettings({ exchange_rate: 4 });
  await send(milliOf(trade));
  await settleDown();
  expect([await statusOf(id), await shop.wallet(now.user)]).toEqual(['paied', 0]);
});
