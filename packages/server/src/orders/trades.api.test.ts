import { codes } from '@skyport/contract/codes';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createProviders } from '../payments/testing/fixed-providers.ts';
import { MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import type { PaymentAnswer, PaymentProvider, PaymentRequest } from '../platform/payment-providers.ts';
import type { TestData, TestSession } from '../testing-app.ts';
import { closeAtProvider } from './close-trades.ts';
import { expireOrders } from './jobs.ts';
import { startShop } from './testing/scene.ts';
import { texts } from './texts.ts';
import { tradeNumberOf } from './trade-store.ts';

/* What the decisions say of trades, sentence by sentence. */

const { app, deps, clock, shop } = await startShop();
const { makeCombo, makeCoupon, order, check, buy, cancel, applyCoupon, one, receipt, wallet, pay, fund } = shop;

/** What the provider answers when it is asked, and the numbers of the trades that it was told to close. */
let says: (request: PaymentRequest) => Promise<PaymentAnswer>;
let closed: string[] = [];
beforeEach(async () => {
  await tellProvider();
  says = async () => ({ qrcode: 'q' });
  closed = [];
});
const provider: PaymentProvider = {
  instance: 'test',
  label: 'test',
  ask: (request) => says(request),
  close: async (number) => void closed.push(number),
};
Object.assign(
  deps.payments,
  createProviders(
    new Map([
      ['alipay', provider],
      ['wxpay', provider],
      ['urlscheme', provider],
    ]),
  ),
);

const stateOf = async ({ _id }: TestData): Promise<string | undefined> =>
  (await deps.db.selectFrom('trades').select('status').where('id', '=', _id).executeTakeFirst())?.status;
/** Does the jobs that tell providers of closed trades. */
const tellProvider = async (): Promise<void> => {
  const { rows } = await sql<{ tradeId: string }>`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = ${closeAtProvider.name}
    returning j.payload->>'tradeId' as "tradeId"`.execute(deps.db);
  for (const input of rows) await closeAtProvider.run(deps, input);
};

test('a trade without the provider’s answer is waited for ten seconds, then closed and replaced', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  let answer: (late: PaymentAnswer) => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    says = () => {
      resolve();
      return new Promise((late) => {
        answer = late;
      });
    };
  });
  const slow = buy(user, _id);
  await asked;
  const conflict = { code: codes.conflict.code, msg: texts.asking };
  expect(await buy(user, _id)).toMatchObject(conflict);
  clock.advance(10 * SECOND_MS - 1);
  expect(await buy(user, _id)).toMatchObject(conflict);
  clock.advance(1);
  says = async () => ({ qrcode: 'second' });
  const second = await buy(user, _id);
  expect(second).toMatchObject({ code: 0, data: { qrcode: 'second' } });
  answer({ qrcode: 'first' });
  expect(await slow).toMatchObject({ code: codes.conflict.code, msg: texts.replaced });
  expect(await stateOf(second.data)).toBe('open');
  await tellProvider();
  expect(closed).toHaveLength(1);
  expect(closed).not.toContain(tradeNumberOf(second.data._id));
});

test('whoever is answered too late is told what became of the order', async () => {
  const user = await app.account();
  const [paid, cancelled] = [await order(user, await makeCombo()), await order(user, await makeCombo())];
  says = async () => {
    await receipt(paid._id, 30, 'too-late-1');
    return { qrcode: 'q' };
  };
  expect(await buy(user, paid._id)).toMatchObject({ code: codes.conflict.code, msg: texts.isPaid });
  says = async () => {
    await cancel(user, cancelled._id);
    return { qrcode: 'q' };
  };
  expect(await buy(user, cancelled._id)).toMatchObject({ code: codes.conflict.code, msg: texts.isCancelled });
});

test('a provider that fails closes its trade and keeps hold and coupon; another try is another trade', async () => {
  const user = await app.account();
  await fund(user, 10);
  const { _id } = await order(user, await makeCombo());
  await applyCoupon(user, _id, (await makeCoupon()).code);
  says = async () => {
    throw new Error('the provider is away');
  };
  expect((await buy(user, _id)).code).toBe(codes.paymentUnavailable.code);
  expect(await one(user, _id)).toMatchObject({ status: 'wallet_spend', wallet_spend: 10, coupon_discount: 5 });
  expect(await wallet(user)).toBe(0);
  says = async () => ({ qrcode: 'q' });
  expect((await buy(user, _id, { shown: 15 })).data).toMatchObject({ request_pay_amound: 15, qrcode: 'q' });
  // The provider may have begun what it did not answer.
  await tellProvider();
  expect(closed).toHaveLength(1);
});

test('a way to pay that nobody serves is refused before anything is fixed or taken', async () => {
  const user = await app.account();
  await fund(user, 10);
  const { _id } = await order(user, await makeCombo());
  expect((await buy(user, _id, { pay_mode: 'usdt' })).code).toBe(codes.paymentUnavailable.code);
  expect(await one(user, _id)).toMatchObject({ status: 'topay', wallet_spend: 0, frozen: false });
  expect(await wallet(user)).toBe(10);
});

/** Nobody can be paid with any more, as where the last provider is switched off. */
const switchedOff = (run: () => Promise<void>): Promise<void> => {
  const before = { ...deps.payments };
  Object.assign(deps.payments, { modes: () => [], serving: () => undefined });
  return run().finally(() => Object.assign(deps.payments, before));
};

test('where the last provider is switched off before a purchase, it says so and how to go on, and takes nothing', async () => {
  const user = await app.account();
  await fund(user, 10);
  const { _id } = await order(user, await makeCombo());
  expect((await check(user, _id)).data.modes).toEqual(['alipay', 'wxpay', 'urlscheme']);
  await switchedOff(async () => {
    expect(await buy(user, _id, { shown: 20 })).toMatchObject({
      code: codes.paymentUnavailable.code,
      msg: '在线支付暂未开通，请联系客服付款，或取消订单',
    });
    expect((await check(user, _id)).data).toMatchObject({ modes: [], payable: 20 });
    expect(await wallet(user)).toBe(10);
    await fund(user, 20);
    expect((await buy(user, _id, { shown: 0 })).data.status).toBe('paied');
  });
});

test('a trade that lives is answered again though its provider was switched off, and none is made beside it', async () => {
  const user = await app.account();
  await fund(user, 10);
  const { _id } = await order(user, await makeCombo());
  const first = (await buy(user, _id)).data;
  await switchedOff(async () => {
    expect((await buy(user, _id, { shown: 20 })).data).toEqual(first);
    expect((await buy(user, _id, { pay_mode: 'wxpay' })).code).toBe(codes.paymentUnavailable.code);
    clock.advance(120 * MINUTE_MS);
    expect((await buy(user, _id)).code).toBe(codes.paymentUnavailable.code);
    await cancel(user, _id);
  });
  expect(await wallet(user)).toBe(10);
});

test('one trade lives for each way to pay; the same one is answered again, with the time that is left', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const first = (await buy(user, _id)).data;
  expect(first.seconds_left).toBe(7200);
  clock.advance(MINUTE_MS);
  expect((await buy(user, _id)).data).toEqual({ ...first, seconds_left: 7140 });
  const other = (await buy(user, _id, { pay_mode: 'wxpay' })).data;
  expect(other._id).not.toBe(first._id);
  expect([await stateOf(first), await stateOf(other)]).toEqual(['open', 'open']);
});

/** A page for phones, and a code for desks. */
const byDevice = async ({ device }: PaymentRequest): Promise<PaymentAnswer> =>
  device === 'mobile' ? { payurl: 'https://pay.example/phone' } : { qrcode: 'desk' };
const PHONE = { isMobile: true };

test.each([
  ['a desk', 'a phone', [{}, PHONE]],
  ['a phone', 'a desk', [PHONE, {}]],
] as const)('a payment link made on %s is not given to %s; each is answered its own again', async (_a, _b, devices) => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  says = byDevice;
  const made = [];
  for (const device of devices) made.push((await buy(user, _id, device)).data);
  for (const [i, device] of devices.entries()) {
    const { _id: trade, payurl, qrcode } = (await buy(user, _id, device)).data;
    const where = device === PHONE ? ['https://pay.example/phone', ''] : ['', 'desk'];
    expect([trade, payurl, qrcode]).toEqual([made[i]._id, ...where]);
  }
  expect(await pay(made[1]._id, 30)).toBe('paid');
  expect([await stateOf(made[0]), await stateOf(made[1])]).toEqual(['closed', 'paied']);
  await tellProvider();
  expect(closed).toEqual([tradeNumberOf(made[0]._id)]);
  expect(await pay(made[0]._id, 30)).toBe('credited');
  expect(await wallet(user)).toBe(30);
});

test('a payment is gone on with only where its link opens: not on another device, nor when its time is short', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const newest = async (fields: object) =>
    (await app.call('/api/order/newest_trade', { order_id: _id, ...fields }, user)).data.trade;
  says = async () => ({ payurl: 'https://pay.example/1', opensUntil: new Date(clock.now().getTime() + 5 * MINUTE_MS) });
  const { _id: made } = (await buy(user, _id)).data;
  const way = { _id: made, status: 'topay', payurl: 'https://pay.example/1', seconds_left: 7200 };
  expect(await newest({})).toMatchObject(way);
  expect(await newest({ isMobile: false })).toMatchObject(way);
  expect(await newest(PHONE)).toMatchObject({ ...way, payurl: '', seconds_left: 0 });
  clock.advance(4 * MINUTE_MS + 1);
  expect(await newest({ isMobile: false })).toMatchObject({ ...way, payurl: '', seconds_left: 0 });
});

test('two devices at once get a link each, and clicks of one device the same one', async () => {
  const user = await app.account();
  await fund(user, 10);
  const { _id } = await order(user, await makeCombo());
  says = byDevice;
  const [desk, phone] = await Promise.all([buy(user, _id), buy(user, _id, PHONE)]);
  expect([desk.data.qrcode, phone.data.payurl]).toEqual(['desk', 'https://pay.example/phone']);
  expect([desk.data.request_pay_amound, phone.data.request_pay_amound]).toEqual([20, 20]);
  const again = await Promise.all([buy(user, _id), buy(user, _id), buy(user, _id, PHONE), buy(user, _id, PHONE)]);
  expect(again.map(({ data }) => data._id)).toEqual([desk, desk, phone, phone].map(({ data }) => data._id));
  expect(await one(user, _id)).toMatchObject({ status: 'wallet_spend', wallet_spend: 10 });
});

test('a link that no longer opens is not answered again: the trade is closed and replaced, amounts stay fixed', async () => {
  const user = await app.account();
  await fund(user, 10);
  const { _id } = await order(user, await makeCombo());
  says = async () => ({ payurl: 'https://pay.example/1', opensUntil: new Date(clock.now().getTime() + 5 * MINUTE_MS) });
  const first = (await buy(user, _id)).data;
  await fund(user, 5);
  clock.advance(4 * MINUTE_MS);
  expect((await buy(user, _id)).data._id).toBe(first._id);
  clock.advance(1);
  await switchedOff(async () => expect((await buy(user, _id)).code).toBe(codes.paymentUnavailable.code));
  expect(await stateOf(first)).toBe('open');
  const second = (await buy(user, _id, { shown: 20 })).data;
  expect([second._id === first._id, second.seconds_left]).toEqual([false, 7200]);
  expect([await stateOf(first), await stateOf(second)]).toEqual(['closed', 'open']);
  await tellProvider();
  expect(closed).toEqual([tradeNumberOf(first._id)]);
  // Money of the first link pays the order all the same.
  expect(await pay(first._id, 20)).toBe('paid');
  expect([await stateOf(second), await wallet(user)]).toEqual(['closed', 5]);
});

test('a desk is not given the app link of a phone', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  says = async () => ({ urlscheme: 'alipays://platformapi/startapp' });
  const byApp = { pay_mode: 'urlscheme' };
  expect((await buy(user, _id, { ...byApp, ...PHONE })).data.urlscheme).toBe('alipays://platformapi/startapp');
  expect(await buy(user, _id, byApp)).toMatchObject({ code: codes.paymentUnavailable.code, msg: texts.phoneOnly });
});

test('an order that is paid closes its other trades in that transaction, and their providers are told', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const [first, other] = [(await buy(user, _id)).data, (await buy(user, _id, { pay_mode: 'wxpay' })).data];
  expect(await pay(first._id, 30)).toBe('paid');
  expect([await stateOf(first), await stateOf(other)]).toEqual(['paied', 'closed']);
  await tellProvider();
  expect(closed).toEqual([tradeNumberOf(other._id)]);
});

test('so does an order that is cancelled; of a trade whose money was faster the provider is told nothing', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const [first, other] = [(await buy(user, _id)).data, (await buy(user, _id, { pay_mode: 'wxpay' })).data];
  await cancel(user, _id);
  expect([await stateOf(first), await stateOf(other)]).toEqual(['closed', 'closed']);
  expect(await pay(other._id, 30)).toBe('credited');
  await tellProvider();
  expect(closed).toEqual([tradeNumberOf(first._id)]);
});

const inQuarterOfAnHour = async (): Promise<PaymentAnswer> => ({
  qrcode: 'q',
  expiresAt: new Date(clock.now().getTime() + 15 * MINUTE_MS),
});
const untilTwoHours = async (): Promise<PaymentAnswer> => ({ qrcode: 'q' });

test.each([
  ['the time that its provider says', inQuarterOfAnHour, 15],
  ['two hours where its provider says nothing', untilTwoHours, 120],
])('a trade is closed after %s', async (_what, answer, minutes) => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  says = answer;
  const trade = (await buy(user, _id)).data;
  expect(trade.seconds_left).toBe(minutes * 60);
  clock.advance(minutes * MINUTE_MS - 1);
  await expireOrders.run(deps, {});
  expect(await stateOf(trade)).toBe('open');
  clock.advance(1);
  await expireOrders.run(deps, {});
  expect(await stateOf(trade)).toBe('closed');
  await tellProvider();
  // Those of the tests before have ended as well.
  expect(closed).toContain(tradeNumberOf(trade._id));
});

test('a trade whose time is over is replaced by whoever buys again, whether the job has closed it or not', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const first = (await buy(user, _id)).data;
  clock.advance(120 * MINUTE_MS);
  const again = (await buy(user, _id)).data;
  expect(again._id).not.toBe(first._id);
  expect(again.seconds_left).toBe(7200);
  expect([await stateOf(first), await stateOf(again)]).toEqual(['closed', 'open']);
});

/** Too little came for an order whose wallet share was fixed: yuan in the wallet then. */
const paidShort = async (user: TestSession, id: string): Promise<void> => {
  const trade = (await buy(user, id)).data;
  expect(await pay(trade._id, trade.request_pay_amound - 10)).toBe('credited');
};

test('amounts stay fixed while a trade lives; with none living the next purchase takes the hold anew', async () => {
  const user = await app.account();
  await fund(user, 10);
  const { _id } = await order(user, await makeCombo({ price: 50 }));
  const other = (await buy(user, _id, { pay_mode: 'wxpay' })).data;
  await paidShort(user, _id);
  expect((await check(user, _id)).data).toMatchObject({ wallet_spend: 10, payable: 40 });
  expect((await buy(user, _id, { pay_mode: 'wxpay' })).data._id).toBe(other._id);
  clock.advance(120 * MINUTE_MS);
  expect((await check(user, _id)).data).toMatchObject({ wallet_spend: 40, payable: 10 });
  expect((await buy(user, _id, { shown: 10 })).data).toMatchObject({ request_pay_amound: 10 });
  expect(await wallet(user)).toBe(0);
  expect(await one(user, _id)).toMatchObject({ wallet_spend: 40, status: 'wallet_spend' });
});

test('a hold that is taken anew by the wallet alone is given back and spent to the fen', async () => {
  const user = await app.account();
  await fund(user, 10);
  await fund(user, 2.5, 'wallet_rebate');
  const { _id } = await order(user, await makeCombo({ price: 50 }));
  await paidShort(user, _id);
  await fund(user, 12);
  expect((await check(user, _id)).data).toMatchObject({ wallet_spend: 50, payable: 0 });
  expect((await buy(user, _id, { shown: 0 })).data.status).toBe('paied');
  const { rows } = await sql<{ kind: string; balance: number }>`
    select kind, balance from ledger_account where owner = ${user.num} and unit = 'CNY_MILLI' order by kind`.execute(
    deps.db,
  );
  // 10 + 2.5 were there, 27.5 came for the order, 12 later; 50 were spent, of the rebate last.
  expect(rows.map(({ kind, balance }) => [kind, Number(balance)])).toEqual([
    ['wallet', 0],
    ['wallet_hold', 0],
    ['wallet_rebate', 2000],
  ]);
  const { rows: moved } = await sql<{ kind: string; amount: number }>`
    select t.kind, sum(e.amount)::int as amount from ledger_tx t join ledger_entry e on e.tx_id = t.id
      join ledger_account a on a.id = e.account_id
     where t.ref = ${_id} and a.owner = ${user.num} and a.unit = 'CNY_MILLI' and a.kind <> 'wallet_hold'
     group by t.id, t.kind order by t.id`.execute(deps.db);
  expect(moved.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['order_hold', -12_500],
    ['payment_credited', 27_500],
    ['order_hold_back', 12_500],
    ['order_spend', -50_000],
  ]);
});
