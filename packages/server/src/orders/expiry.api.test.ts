import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import type { TestData } from '../testing-app.ts';
import { expireOrders } from './jobs.ts';
import { startShop } from './testing/scene.ts';
import { texts } from './texts.ts';

/* What the job that ends orders does when one of them cannot be ended. */

const { app, deps, clock, shop } = await startShop();
const operator = await app.account({ type: 'admin' });
await app.changeSettings({ admin_id: operator.userId });
const { makeCombo, order, buy, one, wallet, fund } = shop;

const faults = () =>
  deps.db.selectFrom('error_log').select(['name', 'call']).where('call', 'like', 'job orders.expire%').execute();
const bell = async (): Promise<TestData[]> => (await app.call('/api/user_notive/list', {}, operator)).data;
const setShare = (id: string, wallet_spend: number) =>
  deps.db.updateTable('orders').set({ wallet_spend }).where('id', '=', id).execute();

test('an order that cannot be ended stops none behind it, is alarmed once, and is tried again after an hour', async () => {
  const [user, other] = [await app.account(), await app.account()];
  await fund(user, 10);
  const broken = await order(user, await makeCombo({ name: '坏账月卡' }));
  await buy(user, broken._id);
  clock.advance(MINUTE_MS);
  const behind = await order(other, await makeCombo());
  // The order says that more is held than is, so that the ledger does not give it back.
  await setShare(broken._id, 10_010);
  clock.advance(DAY_MS);
  for (let minute = 0; minute < 3; minute += 1) {
    await expireOrders.run(deps, {});
    clock.advance(MINUTE_MS);
  }
  expect((await one(user, broken._id)).status).toBe('wallet_spend');
  expect((await one(other, behind._id)).status).toBe('cancled');
  expect(await faults()).toEqual([{ name: 'LedgerRefused', call: `job orders.expire ${broken._id}` }]);
  const href = `#/admin_tradeList?order=${broken._id}`;
  expect(await bell()).toEqual([expect.objectContaining({ desc: texts.notExpired('坏账月卡'), href })]);
  clock.advance(HOUR_MS);
  await expireOrders.run(deps, {});
  expect([(await faults()).length, (await bell()).length]).toEqual([2, 1]);
  await setShare(broken._id, 10_000);
  clock.advance(HOUR_MS);
  await expireOrders.run(deps, {});
  expect((await one(user, broken._id)).status).toBe('cancled');
  expect(await wallet(user)).toBe(10);
});

test('a trade that cannot be closed stops neither other trades nor orders', async () => {
  const [user, other] = [await app.account(), await app.account()];
  const [stuck, fine] = [await order(user, await makeCombo()), await order(other, await makeCombo())];
  const trade = (await buy(user, stuck._id)).data;
  clock.advance(MINUTE_MS);
  const behind = (await buy(other, fine._id)).data;
  const due = await order(await app.account(), await makeCombo());
  await deps.db.updateTable('orders').set({ expires_at: clock.now() }).where('id', '=', due._id).execute();
  clock.advance(2 * HOUR_MS);
  const before = (await faults()).length;
  const add: typeof deps.jobs.add = (trx, job, input) => {
    if ((input as { tradeId?: string }).tradeId === trade._id) throw new Error('no job can be added');
    return deps.jobs.add(trx, job, input);
  };
  const known: typeof deps.payments.known = (instance) => ({
    ...deps.payments.known(instance)!,
    close: async () => undefined,
  });
  await expireOrders.run({ ...deps, jobs: { ...deps.jobs, add }, payments: { ...deps.payments, known } }, {});
  const stateOf = async ({ _id }: TestData) =>
    (await deps.db.selectFrom('trades').select('status').where('id', '=', _id).executeTakeFirst())?.status;
  expect([await stateOf(trade), await stateOf(behind)]).toEqual(['open', 'closed']);
  const { status } = await deps.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', due._id)
    .executeTakeFirstOrThrow();
  expect(status).toBe('cancled');
  expect(await faults()).toHaveLength(before + 1);
});
