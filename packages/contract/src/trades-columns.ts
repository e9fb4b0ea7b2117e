import { flagReasonNames, type FlagReason } from './order-flags.ts';
import { orderStateNames, type Order } from './orders.ts';
import type { StaffTrade } from './payments.ts';

/** Titles of the columns in which trades are listed and exported. */
export const tradeColumnTitles = {
  email: '邮箱',
  desc: '商品',
  status: '状态',
  amount: '金额',
  fee: '手续费',
  received: '到账金额',
  reward: '返利',
  mode: '支付方式',
  platform: '支付通道',
  channel: '渠道码',
  device: '设备',
  gift: '内容',
  time: '时间',
  tradeno: '交易号',
  order: '订单号',
} as const;
export type TradeColumn = keyof typeof tradeColumnTitles;

/** What a trade was begun on. */
export const tradeDeviceNames = { pc: '电脑', mobile: '手机' } as const;

/** A product as lists of staff name it. */
export const soldName = ({ desc, off_sale }: Pick<StaffTrade, 'desc' | 'off_sale'>): string =>
  off_sale ? `${desc}（已下架）` : desc;

/** What became of money that did not pay an order. */
export const orderMoneyWords = {
  credited: { all: '金额已入钱包', part: '部分金额已入钱包' },
  unclaimed: '款项未认领',
  /** An order that waits for staff because its money went back, or may. */
  flagged: (reason: FlagReason): string => `${flagReasonNames[reason]}待处理`,
} as const;

/** A payment attempt that is over although its order is not cancelled. */
const CLOSED_ATTEMPT = '支付已关闭';

/** The state of an order or a trade, and what became of money that did not pay it. */
export interface Stated {
  readonly status: Order['status'];
  /** The attempt is closed, its order is not cancelled. */
  readonly isClosedAttempt?: boolean;
  /** How much of it went to the wallet. */
  readonly credited: keyof (typeof orderMoneyWords)['credited'] | undefined;
  /** Some of it is nobody's yet. */
  readonly unclaimed?: boolean;
  /** Why the order is flagged; empty when it is not. */
  readonly flag?: FlagReason | '';
}

/** What is said beside a state. */
export const moneyMarks = ({ credited, unclaimed, flag }: Stated): readonly string[] => [
  ...(flag ? [orderMoneyWords.flagged(flag)] : []),
  ...(unclaimed ? [orderMoneyWords.unclaimed] : []),
  ...(credited ? [orderMoneyWords.credited[credited]] : []),
];

/** The name of a state. */
export const stateName = ({ status, isClosedAttempt = false }: Stated): string =>
  isClosedAttempt ? CLOSED_ATTEMPT : orderStateNames[status];

/** A state in words. */
export const stateText = (stated: Stated): string => [stateName(stated), ...moneyMarks(stated)].join(' · ');

/** How much of what paid nothing is in the wallet: all of it, but for what nobody claims. */
const creditedOf = ({ state, received, unclaimed }: StaffTrade): Stated['credited'] => {
  if (state !== 'credited' || received <= unclaimed) return undefined;
  return unclaimed > 0 ? 'part' : 'all';
};

/** The state of a trade as lists say it. */
export const tradeStated = (trade: StaffTrade): Stated => ({
  status: trade.status,
  isClosedAttempt: trade.state === 'closed' && trade.order_status !== 'cancled',
  credited: creditedOf(trade),
  unclaimed: trade.unclaimed > 0,
  flag: trade.flag,
});
