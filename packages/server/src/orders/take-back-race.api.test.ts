import { AsyncLocalStorage } from 'node:async_hooks';
import { inTransaction } from '@skyport/db';
import { RawNode, type KyselyPlugin, type QueryId } from 'kysely';
import { expect, test } from 'vitest';
import { makeChannel } from '../invite/index.ts';
import { DAY_MS } from '../platform/clock.ts';
import { Refusal } from '../platform/refuse.ts';
import { takeBack } from './take-back.ts';
import { startShop } from './testing/scene.ts';

const { app, deps, clock, admin, shop } = await startShop();
const { makeCombo, order, buy, pay, wallet } = shop;
await app.changeSettings({ min_charge_money: 1, withdraw_hold_days: 7 });

/** A paid and flagged order; its rebate is in a withdrawal of the inviter that waits. */
const withdrawing = async () => {
  const owner = await app.account({ type: 'channel', steppedUp: true });
  await makeChannel(deps.db, deps, owner.userId);
  const { code } = (await app.call('/api/admin/users/get_user_channel', { user_id: owner.userId }, admin)).data;
  const user = await app.account();
  await deps.db.updateTable('users').set({ channel_code: code }).where('id', '=', user.userId).execute();
  const { _id: id } = await order(user, await makeCombo());
  expect(await pay((await buy(user, id)).data._id, 30)).toBe('paid');
  const earned = await wallet(owner);
  const form = { addressType: 'USDT-TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };
  expect((await app.call('/api/wallet/change_reward_adress', form, owner)).code).toBe(0);
  clock.advance(8 * DAY_MS);
  const charge = (await app.call('/api/wallet/make_charge', {}, owner)).data;
  const flag = { order_id: id, reason: 'refund', note: '退款' };
  expect((await app.call('/api/admin/trades/flag_order', flag, admin)).code).toBe(0);
  const { _id: flagId } = (await app.call('/api/admin/trades/get_order_for_trade', { order_id: id }, admin)).data
    .flags[0];
  return { owner, id: id as string, flagId: flagId as string, chargeId: charge._id as string, earned };
};

/** Does `act` once, right after the `nth` read of balances that no lock protects. */
const afterRead = (nth: number, act: () => Promise<unknown>): KyselyPlugin => {
  const reads = new Set<QueryId>();
  let count = 0;
  return {
    transformQuery: ({ node, queryId }) => {
      const text = RawNode.is(node) ? node.sqlFragments.join('?') : '';
      if (text.includes('from ledger_account') && !text.includes('for update')) reads.add(queryId);
      return node;
    },
    transformResult: async ({ queryId, result }) => {
      if (reads.has(queryId) && (count += 1) === nth) await act();
      return result;
    },
  };
};

test.each([1, 2, 3, 4, 5])(
  'a rebate is taken back once when its withdrawal is returned after read %i of the balances',
  async (nth) => {
    const { owner, id, flagId, chargeId, earned } = await withdrawing();
    const asSomebodyElse = AsyncLocalStorage.snapshot();
    const returned = () =>
      asSomebodyElse(() =>
        app.call('/api/admin/charge/return_charge', { charge_id: chargeId, msg: '订单已退款' }, admin),
      );
    const db = deps.db.withPlugin(afterRead(nth, returned));
    const decision = { flagId, reason: '已退款', by: admin.userId };
    const first = await inTransaction(db, (trx) => takeBack(trx, deps, decision)).catch((fault: unknown) => fault);
    if (first instanceof Error) {
      expect(first).toBeInstanceOf(Refusal);
      await returned();
      const form = { flag_id: flagId, reason: '已退款' };
      expect((await app.call('/api/admin/trades/take_back', form, admin)).code).toBe(0);
    }
    const taken = await deps.db
      .selectFrom('order_take_backs')
      .select('rebate')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow();
    expect([taken.rebate, await wallet(owner)]).toEqual([earned * 1000, 0]);
  },
);
