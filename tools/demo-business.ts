import type { PayMode } from '@skyport/contract/orders';
import { milliOfYuan } from '@skyport/contract/units';
import { settleNow } from '@skyport/server/orders/index';
import { expireOrders } from '@skyport/server/orders/jobs';
import { MINUTE_MS } from '@skyport/server/platform/clock';
import type { Deps } from '@skyport/server/platform/deps';
import { type Act, actsOf, type Person } from './demo-acts.ts';
import type { MovableClock } from './demo-clock.ts';
import type { DemoGateway } from './demo-gateway.ts';

/** The instance of the test provider, which takes what the gateway does not. */
const INSTANCE = 'test';

/** What the demo's business is done with. `random` gives numbers in [0, 1). */
export interface Business {
  readonly deps: Deps;
  readonly clock: MovableClock;
  /** Calls of the admin. */
  readonly staff: Act;
  /** Takes what is paid by WeChat. */
  readonly gateway: DemoGateway;
  /** Ids of products by name. */
  readonly combos: ReadonlyMap<string, string>;
  readonly random: () => number;
}

/**
 * How purchases end: whether they are cancelled before the money comes, and what comes in milli-yuan beside what was
 * asked. `late` is paid after it was cancelled, `twice` by two payments, `receipt` in a way that staff write down.
 */
const endings = {
  paid: { cancels: false, payments: [0] },
  over: { cancels: false, payments: [5000] },
  short: { cancels: false, payments: [-2000] },
  twice: { cancels: false, payments: [0, 0] },
  late: { cancels: true, payments: [0] },
  expired: { cancels: false, payments: [] },
  cancelled: { cancels: true, payments: [] },
  receipt: { cancels: false, payments: [] },
} as const;
export type Ending = keyof typeof endings;

/** Endings of the purchases of strangers, in turn. */
const ENDINGS: readonly Ending[] = [
  ...(['paid', 'paid', 'expired', 'paid', 'receipt', 'paid', 'cancelled'] as const),
  ...(['paid', 'over', 'paid', 'late', 'paid', 'short', 'paid', 'twice', 'paid'] as const),
];
const MODES: readonly PayMode[] = ['alipay', 'wxpay', 'alipay', 'usdt'];
const CODES = ['', '', 'SHUANG11', '', 'BAZHE'];

interface Purchase {
  readonly combo: string;
  readonly mode?: PayMode;
  readonly code?: string;
  readonly ending?: Ending;
  /** Number of the transfer that staff write down. */
  readonly reference?: string;
}

/** An order and its payment. */
interface Purchased {
  readonly order_id: string;
  readonly tradeId: string;
}

/** One purchase from the order to its ending. */
export const purchase = async (
  business: Business,
  buyer: Person,
  { combo, mode = 'alipay', code = '', ending = 'paid', reference = '' }: Purchase,
): Promise<Purchased> => {
  const { deps, clock, staff, combos } = business;
  const act = actsOf(deps, buyer);
  const pass = (minutes: number): void => clock.moveTo(new Date(clock.now().getTime() + minutes * MINUTE_MS));
  const { _id: order_id } = await act('orders', 'createOrder', { combo_id: combos.get(combo) ?? '' });
  if (code !== '') await act('orders', 'useCoupon', { order_id, code });
  pass(1);
  const trade = await act('orders', 'doBuy', { order_id, pay_mode: mode });
  const purchased = { order_id, tradeId: trade._id };
  if (trade.status === 'paied') return purchased;
  const asked = milliOfYuan(trade.request_pay_amound);
  pass(2);
  const { cancels, payments } = endings[ending];
  if (cancels) await act('orders', 'cancelOrder', { order_id });
  for (const more of payments) await payTrade(business, { tradeId: trade._id, mode, amount: asked + more });
  if (ending !== 'receipt') return purchased;
  const number = reference || `ALI${clock.now().getTime()}`;
  await staff('payments', 'receipt', { order_id, amount: asked / 1000, reference: number, reason: '客户转账，已核对' });
  return purchased;
};

/** Money for a trade, by the gateway or the test provider. */
const payTrade = async (
  { deps, gateway }: Business,
  { tradeId, mode, amount }: { readonly tradeId: string; readonly mode: PayMode; readonly amount: number },
): Promise<void> => {
  if (mode === 'wxpay' && gateway.isOn) await gateway.notify(tradeId, { money: (amount / 1000).toFixed(2) });
  else await settleTest(deps, { tradeId, amount });
};

/** Money of the test provider: for a trade, or for none that is known. */
const settleTest = (deps: Deps, { tradeId, amount }: { tradeId: string | null; amount: number }): Promise<unknown> =>
  settleNow(deps, {
    reference: `test-${deps.ids.next()}`,
    source: 'provider',
    instance: INSTANCE,
    tradeId,
    amount,
    paidAt: deps.clock.now(),
    actor: INSTANCE,
  });

const pick = <T>(list: readonly T[], random: () => number): T => {
  const one = list[Math.floor(random() * list.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};

/** Purchases of one day; `turn` counts purchases over all days. */
export const sell = async (
  business: Business,
  buyers: readonly Person[],
  { count, turn }: { readonly count: number; readonly turn: number },
): Promise<void> => {
  const { combos, random } = business;
  for (let n = turn; n < turn + count; n += 1) {
    // Each in turn, because coupons have a limit for each account.
    const buyer = buyers[n % buyers.length];
    if (!buyer) return;
    await purchase(business, buyer, {
      combo: pick([...combos.keys()], random),
      mode: MODES[n % MODES.length] ?? 'alipay',
      code: CODES[n % CODES.length] ?? '',
      ending: ENDINGS[n % ENDINGS.length] ?? 'paid',
    });
  }
};

/** Cancels the orders that nobody paid in time. */
export const cancelExpired = ({ deps }: Business): Promise<void> => expireOrders.run(deps, {});

/** Customers who do more than buy: the first one is the customer whose log-in is printed. */
export type Cast = readonly [Person, Person, Person, Person];

/** Payout addresses from the public examples of EIP-55 and TRON. */
const ADDRESSES = [
  { addressType: 'USDT-TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  { addressType: 'USDT-ERC20', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
] as const;

const hex = (length: number, random: () => number): string =>
  Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');

/** What happens on some days before today, apart from what happens on each. */
export const dayEvents = async (
  business: Business,
  [first, second, third, fourth]: Cast,
  ago: number,
): Promise<void> => {
  const { deps, staff, random } = business;
  const [one, two, three, four] = [first, second, third, fourth].map((person) => actsOf(deps, person)) as [
    Act,
    Act,
    Act,
    Act,
  ];
  const events: Readonly<Record<number, () => Promise<unknown>>> = {
    30: async () => {
      await one('withdrawals', 'changeRewardAdress', ADDRESSES[0]);
      await two('withdrawals', 'changeRewardAdress', ADDRESSES[1]);
    },
    27: () => purchase(business, first, { combo: '会员季卡', mode: 'wxpay' }),
    25: async () => {
      const { _id: charge_id } = await one('withdrawals', 'makeCharge', {});
      await staff('withdrawals', 'checkoutCharge', { charge_id, txid: hex(64, random) });
    },
    21: () => answeredTicket(business, third, true),
    18: () => purchase(business, first, { combo: '会员年卡', ending: 'cancelled' }),
    16: async () => {
      const { _id: charge_id } = await two('withdrawals', 'makeCharge', {});
      await staff('withdrawals', 'returnCharge', { charge_id, msg: '收款地址是合约地址，请更换后重新申请' });
    },
    14: () => answeredTicket(business, first, false),
    12: () => flagged(business, third, 'takeBack'),
    11: () => lostNotice(business, third),
    10: () => purchase(business, first, { combo: '1T 流量包', mode: 'usdt', ending: 'over' }),
    8: () => purchase(business, first, { combo: '游戏月卡' }),
    9: () => suggestion(business, second),
    7: () => flagged(business, fourth, 'dismiss'),
    6: () => oddNotices(business, third),
    5: () => gift(one, three),
    4: () => settleTest(deps, { tradeId: null, amount: 48_000 }),
    3: () => flagged(business, fourth, 'open'),
    2: () => two('withdrawals', 'makeCharge', {}),
    1: async () => {
      await four('tickets', 'create', { title: '香港线路晚上变慢', desc: '每天九点以后看视频卡顿，白天正常。' });
      await purchase(business, first, { combo: '50G 流量包', mode: 'alipay' });
      await mixedUp(business, third, fourth);
    },
    0: async () => {
      await three('tickets', 'create', { title: '付款后没有到账', desc: '支付宝已经扣款，订单还是未支付。' });
      const { order_id } = await purchase(business, third, { combo: '会员月卡', ending: 'expired' });
      await three('money', 'claimMoney', { order_id, reference: '2026112822001476541408' });
    },
  };
  await events[ago]?.();
};

/** A ticket that staff have answered, and closed if asked. */
const answeredTicket = async ({ deps, clock, staff }: Business, person: Person, isClosed: boolean): Promise<void> => {
  const act = actsOf(deps, person);
  const { _id: id } = await act('tickets', 'create', {
    title: isClosed ? '新手机怎么导入订阅' : '路由器上怎么用',
    desc: isClosed ? '换了手机，重新导入以后没有线路。' : '想在路由器上使用，应该选择哪种订阅？',
  });
  clock.moveTo(new Date(clock.now().getTime() + 20 * MINUTE_MS));
  await staff('tickets', 'reply', {
    id,
    desc: isClosed ? '您好，请在客户端里更新一次订阅。' : '您好，请选择“其他平台”里的 Clash 订阅。',
  });
  if (!isClosed) return;
  await act('tickets', 'response', { id, desc: '可以了，谢谢。' });
  await staff('tickets', 'close', { id });
};

/** A suggestion that staff thank for with traffic. */
const suggestion = async ({ deps, staff, random }: Business, person: Person): Promise<void> => {
  const { _id: id } = await actsOf(deps, person)('tickets', 'create', {
    title: '建议增加新加坡线路',
    desc: '玩游戏需要新加坡线路，希望可以增加。',
  });
  await staff('tickets', 'grant', { id, traffic: 20, reason: '感谢建议，线路已经上线', change: hex(32, random) });
};

/** A payment that is notified again, by somebody else, and with another amount. */
const oddNotices = async (business: Business, person: Person): Promise<void> => {
  const { gateway } = business;
  const { tradeId } = await purchase(business, person, { combo: '会员月卡', mode: 'wxpay' });
  await gateway.notify(tradeId);
  await gateway.notify(tradeId, { forged: true });
  await gateway.notify(tradeId, { money: '1.00' });
};

/** A payment of which no notification arrives: the daily comparison finds it. */
const lostNotice = async (business: Business, person: Person): Promise<void> => {
  const { tradeId } = await purchase(business, person, { combo: '会员月卡', mode: 'wxpay', ending: 'expired' });
  business.gateway.pay(tradeId);
};

/** A second payment of one customer, which staff have written down for an order of another. */
const mixedUp = async (business: Business, person: Person, other: Person): Promise<void> => {
  const reference = 'WX4200002741202611';
  const { tradeId } = await purchase(business, person, { combo: '50G 流量包', mode: 'wxpay' });
  await purchase(business, other, { combo: '50G 流量包', ending: 'receipt', reference });
  await business.gateway.notify(tradeId, { reference });
};

/** A paid order whose money goes back, or may: as staff left it. */
const flagged = async (business: Business, person: Person, end: 'open' | 'dismiss' | 'takeBack'): Promise<void> => {
  const { staff } = business;
  const { order_id } = await purchase(business, person, { combo: '200G 流量包', mode: 'wxpay' });
  const reason = end === 'takeBack' ? 'refund' : 'dispute';
  const { _id: flag_id } = await staff('payments', 'flagOrder', { order_id, reason, note: '客户向支付平台申诉' });
  if (end === 'dismiss') await staff('payments', 'dismissFlag', { flag_id, reason: '客户已撤销申诉' });
  if (end === 'takeBack') await staff('payments', 'takeBack', { flag_id, reason: '已原路退款' });
};

/** Traffic that one customer passes on to another. */
const gift = async (from: Act, to: Act): Promise<void> => {
  const { code } = await from('push', 'create', { pushNumber: 20 });
  await to('push', 'receive', { code });
};

/** Coupons that a few customers redeem, and draws of a day. */
export const playOneDay = async (
  { deps, random }: Business,
  people: readonly Person[],
  { ago, draws }: { readonly ago: number; readonly draws: number },
): Promise<void> => {
  for (let n = 0; n < draws; n += 1) {
    const act = actsOf(deps, pick(people.slice(0, 4), random));
    const { available, cost } = await act('prizes', 'list', {});
    if (available >= cost) await act('prizes', 'draw', {});
  }
  // Each account may redeem it once, so that everybody has a day of their own.
  const codes = ago === 20 ? ['XINYONGHU', 'HUIYUAN3'] : ago === 1 ? ['ZHOUMO48'] : ['XINYONGHU'];
  const person = ago === 20 || ago === 1 ? people[0] : people[30 + ago];
  for (const code of codes) if (person) await actsOf(deps, person)('coupons', 'redeem', { code });
};
