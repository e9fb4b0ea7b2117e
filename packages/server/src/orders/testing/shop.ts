import { GIB } from '@skyport/contract/units';
import { inTransaction } from '@skyport/db';
import { post } from '@skyport/db/ledger';
import { DAY_MS } from '../../platform/clock.ts';
import type { TestAnswer, TestApp, TestData, TestSession } from '../../testing-app.ts';
import { settle, type Settled } from '../settle.ts';
import { findTrade } from '../trade-store.ts';

/** What tests of buying do in the shop of a running product: as an admin, as customers, and as a provider. */
export interface Shop {
  makeCombo(fields?: object): Promise<TestData>;
  makeCoupon(fields?: object): Promise<TestData>;
  order(user: TestSession, combo: TestData): Promise<TestData>;
  check(user: TestSession, id: string): Promise<TestAnswer>;
  buy(user: TestSession, id: string, fields?: object): Promise<TestAnswer>;
  cancel(user: TestSession, id: string): Promise<TestAnswer>;
  applyCoupon(user: TestSession, id: string, code: string): Promise<TestAnswer>;
  orders(user: TestSession): Promise<TestData[]>;
  one(user: TestSession, id: string): Promise<TestData>;
  info(user: TestSession): Promise<TestData>;
  /** Yuan in the wallet. */
  wallet(user: TestSession): Promise<number>;
  /** Puts yuan into a wallet. */
  fund(user: TestSession, yuan: number, kind?: 'wallet' | 'wallet_rebate'): Promise<unknown>;
  /** Staff write yuan down that came in another way. */
  receipt(id: string, amount: number, reference: string): Promise<TestAnswer>;
  /** The provider says that so many yuan came for a trade. */
  pay(tradeId: string, yuan: number, reference?: string): Promise<Settled | 'joined'>;
}

/** A product in the shop costs 30 yuan and gives 100 G unless it is said otherwise; a coupon takes 5 yuan off. */
export const shopOf = (app: TestApp, admin: TestSession): Shop => {
  const { deps, clock } = app;
  let made = 0;
  const fresh = (): number => (made += 1);
  const orders: Shop['orders'] = async (user) => (await app.call('/api/order/order_list', {}, user)).data;
  const info: Shop['info'] = async (user) => (await app.call('/api/user/userinfo', {}, user)).data;
  return {
    makeCombo: async (fields = {}) => {
      const form = { name: `商品 ${fresh()}`, price: 30, traffic: 100 * GIB, ...fields };
      return (await app.call('/api/admin/combo/update_combo', form, admin)).data;
    },
    makeCoupon: async (fields = {}) => {
      const form = {
        name: '立减',
        type: 'cash',
        code: `CASH${fresh()}`,
        forMoney: 5,
        NumberOfAuthorizations: 10,
        expireTime: new Date(clock.now().getTime() + 30 * DAY_MS).toISOString(),
        ...fields,
      };
      return (await app.call('/api/yunying/coupon/update_coupon', form, admin)).data;
    },
    order: async (user, combo) => (await app.call('/api/shop/create_order', { combo_id: combo._id }, user)).data,
    check: (user, id) => app.call('/api/shop/wallet_check', { order_id: id }, user),
    buy: (user, id, fields = {}) => app.call('/api/shop/dobuy', { order_id: id, pay_mode: 'alipay', ...fields }, user),
    cancel: (user, id) => app.call('/api/order/cancel_order', { order_id: id }, user),
    applyCoupon: (user, id, code) => app.call('/api/coupon/orderUseCoupon', { order_id: id, code }, user),
    orders,
    one: async (user, id) => (await orders(user)).find(({ _id }) => _id === id),
    info,
    wallet: async (user) => Number((await info(user)).wallet_money ?? 0),
    fund: (user, yuan, kind = 'wallet') =>
      inTransaction(deps.db, (trx) =>
        post(trx, {
          key: `fund:${fresh()}`,
          kind: 'adjust',
          ref: user.userId,
          actor: 'test',
          at: clock.now(),
          entries: [
            { account: { owner: null, kind: 'adjust' }, unit: 'CNY_MILLI', amount: -yuan * 1000 },
            { account: { owner: user.num, kind }, unit: 'CNY_MILLI', amount: yuan * 1000 },
          ],
        }),
      ),
    receipt: (id, amount, reference) =>
      app.call('/api/admin/trades/receipt', { order_id: id, amount, reference }, admin),
    pay: (tradeId, yuan, reference = `test-${fresh()}`) =>
      inTransaction(deps.db, async (trx) =>
        settle(trx, deps, {
          reference,
          source: 'provider',
          // Money comes to the instance that the trade was made at.
          instance: (await findTrade(trx, tradeId))?.instance ?? 'test',
          tradeId,
          amount: Math.round(yuan * 1000),
          paidAt: clock.now(),
          actor: 'test',
        }),
      ),
  };
};
