import { expect, test } from 'vitest';
import { unitsOf } from '../payments/usdt/amounts.ts';
import { startChainShop, USDT } from '../payments/usdt/testing/chain-scene.ts';
import { DAY_MS } from '../platform/clock.ts';
import { runJob } from '../platform/jobs.ts';
import type { TestData, TestSession } from '../testing-app.ts';
import { grantRequests, lookAtRequest } from './grant.ts';

/*
 * Customers who have sent another amount than they were asked name their transaction. A real chain of this machine
 * decides whose it is. After each test the books are right.
 */

const scene = await startChainShop();
const { app, deps, clock, chain, admin, shop, now, settleDown, buy, milliOf, send, statusOf } = scene;
const operator = await app.account({ type: 'admin' });
await app.changeSettings({ admin_id: operator.userId });

const claim = (id: string, reference: string, who = now.user) =>
  app.call('/api/order/claim_money', { order_id: id, reference }, who);
const requests = async (): Promise<TestData[]> => (await app.call('/api/admin/money/request_list', {}, admin)).data;
const stateOf = async (id: string): Promise<string> =>
  (await requests()).find(({ order_id }) => order_id === id)?.state ?? 'none';
/** Claims money, and has the request looked at. */
const ask = async (id: string, reference: string, who = now.user): Promise<string> => {
  expect((await claim(id, reference, who)).code).toBe(0);
  const made = (await requests()).find((row) => row.order_id === id && row.reference === reference);
  await runJob(lookAtRequest, deps, { id: made?._id });
  return stateOf(id);
};
const bell = async (who: TestSession): Promise<string[]> =>
  (await app.call('/api/user_notive/list', {}, who)).data.map(({ desc }: TestData) => desc);
const isAsked = async (txid: string): Promise<boolean> => (await bell(operator)).some((text) => text.includes(txid));

test('a claim form is approved by itself: a payment short by a fee goes to the wallet, at the rate of its trade', async () => {
  const [{ id, trade }, later] = [await buy(), await buy()];
  await app.changeSettings({ exchange_rate: 7 });
  const txid = await send(milliOf(trade) - 100);
  await settleDown();
  expect(await shop.wallet(now.user)).toBe(0);
  expect(await ask(id, txid.toUpperCase().slice(2))).toBe('granted');
  expect([await statusOf(id), await shop.wallet(now.user)]).toEqual(['topay', 29.2]);
  expect(await isAsked(txid.slice(2).toUpperCase())).toBe(false);
  // Named once more, it is nobody's no longer.
  expect(await ask(later.id, txid)).toBe('open');
  expect(await shop.wallet(now.user)).toBe(29.2);
});

test('more than was asked, or extra decimals, pay the order, and what is over goes to the wallet', async () => {
  const [over, odd] = [await buy(), await buy()];
  const more = await send(milliOf(over.trade) + 500);
  const decimals = await chain.transfer(USDT, now.us, unitsOf('bep20', milliOf(odd.trade)) + 1n);
  await settleDown();
  expect([await ask(over.id, more), await ask(odd.id, decimals)]).toEqual(['granted', 'granted']);
  expect([await statusOf(over.id), await statusOf(odd.id)]).toEqual(['paied', 'paied']);
  expect(await shop.wallet(now.user)).toBe(4);
});

test('a form that came before the chain was read so far is approved when it is', async () => {
  const { id, trade } = await buy();
  const txid = await send(milliOf(trade) + 10);
  expect(await ask(id, txid)).toBe('open');
  await settleDown();
  await Promise.all([runJob(grantRequests, deps, {}), runJob(grantRequests, deps, {})]);
  expect([await stateOf(id), await statusOf(id)]).toEqual(['granted', 'paied']);
  expect(await shop.wallet(now.user)).toBe(0.08);
});

test('no form is approved by itself while another account’s slot, open or in grace, lies in the band', async () => {
  const other = await app.account();
  const [mine, theirs] = [await buy(), await buy(other)];
  const txid = await send(milliOf(mine.trade) - 50);
  await settleDown();
  expect(await ask(mine.id, txid)).toBe('open');
  expect(await isAsked(txid)).toBe(true);
  await shop.cancel(other, theirs.id);
  await runJob(grantRequests, deps, {});
  expect(await stateOf(mine.id)).toBe('open');
  expect([await shop.wallet(now.user), await shop.wallet(other)]).toEqual([0, 0]);
});

/** Another account's order, cancelled, with the end of its grace so many days before now; gives thousandths asked. */
const endedBefore = async (days: number): Promise<number> => {
  const payer = await app.account();
  const { id, trade } = await buy(payer);
  await shop.cancel(payer, id);
  const grace_ends_at = new Date(clock.now().getTime() - days * DAY_MS);
  await deps.db.updateTable('usdt_slots').set({ grace_ends_at }).where('order_id', '=', id).execute();
  return milliOf(trade);
};

test('money sent after its payer’s grace is not given to another account that holds a slot near it', async () => {
  const late = await endedBefore(29);
  const { id } = await buy();
  const txid = await send(late);
  await settleDown();
  expect(await ask(id, txid)).toBe('open');
  expect(await isAsked(txid)).toBe(true);
  await runJob(grantRequests, deps, {});
  expect([await stateOf(id), await statusOf(id), await shop.wallet(now.user)]).toEqual(['open', 'topay', 0]);
});

test('a slot of another account that ended more than 30 days before is no hindrance', async () => {
  const late = await endedBefore(31);
  const { id } = await buy();
  const txid = await send(late - 7);
  await settleDown();
  expect(await ask(id, txid)).toBe('granted');
});

test('an order that ended more than a day before a transfer does not get it, though its end was not written', async () => {
  const { id, trade } = await buy();
  const ended = new Date(clock.now().getTime() - 2 * DAY_MS);
  await shop.cancel(now.user, id);
  await deps.db.updateTable('orders').set({ cancelled_at: ended, created_at: ended }).where('id', '=', id).execute();
  await deps.db.updateTable('usdt_slots').set({ created_at: ended }).where('order_id', '=', id).execute();
  const txid = await chain.transfer(USDT, now.us, unitsOf('bep20', milliOf(trade)) + 1n);
  await settleDown();
  expect(await ask(id, txid)).toBe('open');
  expect(await shop.wallet(now.user)).toBe(0);
});

test('a slot of another account out of the band is no hindrance', async () => {
  const other = await app.account();
  const [mine, _theirs] = [await buy(), await buy(other, { price: 100 })];
  const txid = await send(milliOf(mine.trade) + 1000);
  await settleDown();
  expect(await ask(mine.id, txid)).toBe('granted');
});

test('money that another buyer’s trade has taken is refused to whoever names its transaction', async () => {
  const payer = await app.account();
  const { id: paid, trade } = await buy(payer);
  const { id } = await buy();
  const txid = await send(milliOf(trade));
  await settleDown();
  expect(await statusOf(paid, payer)).toBe('paied');
  expect([await ask(id, txid), await shop.wallet(now.user)]).toEqual(['open', 0]);
});

test('a transfer from before the trade, of another size, to nobody we know, or of a fake token gives nothing', async () => {
  const { id: early } = await buy(await app.account());
  const before = await send(5000);
  await settleDown();
  const user = await app.account();
  await deps.db.updateTable('usdt_slots').set({ grace_ends_at: clock.now() }).where('order_id', '=', early).execute();
  const { id, trade } = await buy(user, { price: 40 });
  expect(milliOf(trade)).toBe(5000);
  const large = await send(8000);
  const fake = await chain.deploy(18);
  const faked = await chain.transfer(fake, now.us, unitsOf('bep20', 5100));
  const away = await chain.transfer(USDT, fake, unitsOf('bep20', 5100));
  await settleDown();
  for (const txid of [before, large, faked, away]) expect(await ask(id, txid, user)).toBe('open');
  expect([await statusOf(id, user), await shop.wallet(user)]).toEqual(['topay', 0]);
});

test('a block that went away gives nothing, nor does money of whoever has become an agency’s customer', async () => {
  const { id, trade } = await buy();
  const txid = await send(milliOf(trade) + 20);
  await settleDown();
  const gone = deps.db.updateTable('usdt_deposits').where('txid', '=', txid);
  await gone.set({ orphaned_at: clock.now() }).execute();
  expect(await ask(id, txid)).toBe('open');
  await gone.set({ orphaned_at: null }).execute();
  const mark = (is_agency_user: boolean) =>
    deps.db.updateTable('users').set({ is_agency_user }).where('id', '=', now.user.userId).execute();
  await mark(true);
  await runJob(grantRequests, deps, {});
  await mark(false);
  expect([await stateOf(id), await statusOf(id)]).toEqual(['open', 'topay']);
  await runJob(grantRequests, deps, {});
  expect([await stateOf(id), await statusOf(id)]).toEqual(['granted', 'paied']);
});

test('what staff have given elsewhere is given to nobody else; a form is looked for two days, then by staff alone', async () => {
  const { id, trade } = await buy();
  const txid = await send(milliOf(trade) + 30);
  expect(await ask(id, txid)).toBe('open');
  clock.advance(2 * DAY_MS);
  await chain.rpc('evm_increaseTime', [2 * 24 * 3600]);
  await settleDown();
  await runJob(grantRequests, deps, {});
  expect(await stateOf(id)).toBe('open');
  const [payment] = (await app.call('/api/admin/money/unclaimed_list', { currency: 'USDT' }, admin)).data;
  const given = { payment_id: payment._id, to: 'wallet', email: operator.email, reason: '核实', yuan: 1 };
  expect((await app.call('/api/admin/money/resolve_unclaimed', given, admin)).code).toBe(0);
  const request = (await requests()).find(({ order_id }) => order_id === id)!;
  await runJob(lookAtRequest, deps, { id: request['_id'] });
  expect([await stateOf(id), await statusOf(id)]).toEqual(['open', 'topay']);
});
