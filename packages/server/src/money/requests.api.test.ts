import { inTransaction } from '@skyport/db';
import { expect, test } from 'vitest';
import { settleStored } from '../orders/inbox.ts';
import { storeNotified } from '../orders/index.ts';
import { shopOf } from '../orders/testing/shop.ts';
import { startHmacScene } from '../payments/testing/hmac-scene.ts';
import { runJob } from '../platform/jobs.ts';
import type { TestData, TestSession } from '../testing-app.ts';
import { grantRequests, lookAtRequest } from './grant.ts';
import { texts } from './texts.ts';

/* What becomes of a customer's request once its money is found. */

const { app, hmac, admin } = await startHmacScene();
const { deps } = app;
await app.changeSettings({ admin_id: admin.userId });
const { makeCombo, order, buy, one, receipt } = shopOf(app, admin);

const bought = async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const trade = (await buy(user, _id)).data;
  return { user, id: _id as string, number: trade._id.replaceAll('-', '') as string };
};
type Bought = Awaited<ReturnType<typeof bought>>;

/** What the provider says of money; gives the id of the claim. */
const told = async (said: { tradeNumber: string; reference: string; currency?: 'USDT' }): Promise<string> => {
  const claim = { merchant: hmac.merchant, currency: 'CNY' as const, amount: 30_000, ...said };
  const stored = await inTransaction(deps.db, (trx) =>
    storeNotified(trx, deps, { instance: 'hmac', claim, mustAsk: false }),
  );
  return 'id' in stored ? stored.id : '';
};
const settled = async (said: Parameters<typeof told>[0]): Promise<void> => settleStored(deps, await told(said));
const ask = async ({ user, id }: Bought, reference: string): Promise<void> => {
  expect((await app.call('/api/order/claim_money', { order_id: id, reference }, user)).code).toBe(0);
};
const requests = async (): Promise<TestData[]> => (await app.call('/api/admin/money/request_list', {}, admin)).data;
const requestOf = async ({ id }: Bought): Promise<TestData> =>
  (await requests()).find(({ order_id }) => order_id === id);
const bell = async (who: TestSession): Promise<string[]> =>
  (await app.call('/api/user_notive/list', {}, who)).data.map(({ desc }: TestData) => desc);

test('a request ends once its money is settled for its customer, who is told; that of somebody else stays', async () => {
  const [payer, other] = [await bought(), await bought()];
  for (const each of [payer, other]) await ask(each, 'LATE 1');
  await runJob(grantRequests, deps, {});
  expect((await requests()).map(({ state }) => state)).toEqual(['open', 'open']);
  await settled({ tradeNumber: payer.number, reference: 'late1' });
  expect((await one(payer.user, payer.id)).status).toBe('paied');
  await runJob(grantRequests, deps, {});
  expect(await requestOf(payer)).toMatchObject({ state: 'granted', money: 'used' });
  expect(await requestOf(other)).toMatchObject({ state: 'open', money: 'unsure' });
  expect((await app.call('/api/admin/money/counts', {}, admin)).data).toMatchObject({ requests: 1 });
  const said = texts.settled((await requestOf(payer)).desc);
  expect([(await bell(payer.user)).filter((text) => text === said), await bell(other.user)]).toEqual([[said], []]);
});

test('a request for money that staff write down ends with the receipt', async () => {
  const payer = await bought();
  await ask(payer, 'bank 77');
  expect((await receipt(payer.id, 30, 'BANK-77')).data).toEqual({ outcome: 'paid' });
  await runJob(grantRequests, deps, {});
  expect(await requestOf(payer)).toMatchObject({ state: 'granted', money: 'used' });
});

test('of money that was settled before it is asked for, the customer is told at once and staff are not asked', async () => {
  const payer = await bought();
  await settled({ tradeNumber: payer.number, reference: 'early-1' });
  await ask(payer, 'early-1');
  await runJob(lookAtRequest, deps, { id: (await requestOf(payer))._id });
  expect(await requestOf(payer)).toMatchObject({ state: 'granted' });
  expect((await bell(admin)).filter((text) => text.includes('early-1'))).toEqual([]);
});

test('money is found by the number of its trade, which stands on bills of customers, too', async () => {
  const [payer, other] = [await bought(), await bought()];
  const claim = await told({ tradeNumber: payer.number, reference: 'doubted-1' });
  await deps.db.updateTable('claims').set({ state: 'doubtful', next_try_at: null }).where('id', '=', claim).execute();
  for (const each of [payer, other]) await ask(each, payer.number);
  expect([await requestOf(payer), await requestOf(other)]).toMatchObject([{ money: 'doubtful' }, { money: 'unsure' }]);
  expect((await app.call('/api/admin/money/settle_claim', { claim_id: claim }, admin)).data).toEqual({
    outcome: 'paid',
  });
  await runJob(grantRequests, deps, {});
  expect([await requestOf(payer), await requestOf(other)]).toMatchObject([
    { state: 'granted', money: 'used' },
    { state: 'open', money: 'unsure' },
  ]);
});

test('unclaimed money is found by the number of the trade that it was told for', async () => {
  const payer = await bought();
  await settled({ tradeNumber: payer.number, reference: 'stray-1', currency: 'USDT' });
  await ask(payer, payer.number.replace(/^(.{8})/, '$1-'));
  const { unclaimed, money } = await requestOf(payer);
  expect([money, unclaimed]).toMatchObject(['unclaimed', { reference: 'stray-1', amount: 30 }]);
  const form = { payment_id: unclaimed._id, to: 'wallet', email: payer.user.email, yuan: 29, reason: '核实' };
  expect((await app.call('/api/admin/money/resolve_unclaimed', form, admin)).data).toEqual({ outcome: 'credited' });
  await runJob(grantRequests, deps, {});
  expect(await requestOf(payer)).toMatchObject({ state: 'granted', money: 'used' });
});
