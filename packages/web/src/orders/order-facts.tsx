import { membershipDays, trafficText } from '@skyport/contract/gift-text';
import { isOpenOrder } from '@skyport/contract/order-states';
import type { Order } from '@skyport/contract/orders';
import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { type Fact, Facts } from '../ui/facts.tsx';
import { dateTime, yuan } from '../ui/format.ts';
import { useNow } from '../ui/use-now.ts';
import { leftText, modeText, restOf, stateOf, sumOf } from './rules.ts';
import { StatePill } from './state-pill.tsx';
import { texts } from './texts.ts';

const { fact, columns, gift } = texts;

type TimeText = typeof dateTime;

const money = (amount: number): string => texts.yuan(yuan(amount));
const minus = (amount: number): string => texts.minus(money(amount));

/** What is said only where there is any. */
const some = (label: string, value: string): readonly Fact[] => (value === '' ? [] : [[label, value]]);

const permissionsOf = ({ gainPermission, permissionDuration }: Order): string =>
  gainPermission.length === 0 ? '' : gift.permissions(gainPermission.join('、'), permissionDuration);

/** What an open order costs beside coupon and wallet, and with the fee of the way to pay. */
const dueOf = (order: Order): readonly Fact[] => [
  [fact.rest, money(restOf(order))],
  ...(order.fee > 0
    ? [[fact.fee, money(order.fee)] as const, [fact.total, money(sumOf(restOf(order), order.fee))] as const]
    : []),
];

/** What was paid, the fee included, in which way and when. */
const paidOf = (order: Order, timeText: TimeText): readonly Fact[] => [
  ...some(fact.fee, order.fee > 0 ? money(order.fee) : ''),
  [fact.paid, money(order.paid)],
  ...some(fact.mode, modeText(order)),
  ...some(fact.paidTime, order.paid_time === null ? '' : timeText(order.paid_time)),
];

const pricesOf = (order: Order, timeText: TimeText): readonly Fact[] => [
  [columns.money, money(order.order_money)],
  ...some(fact.coupon, order.coupon_code === '' ? '' : texts.coupon(order.coupon_name, order.coupon_code)),
  ...some(fact.discount, order.coupon_discount > 0 ? minus(order.coupon_discount) : ''),
  ...some(fact.wallet, order.wallet_spend > 0 && order.status !== 'cancled' ? minus(order.wallet_spend) : ''),
  ...some(fact.walletBack, order.wallet_spend > 0 && order.status === 'cancled' ? money(order.wallet_spend) : ''),
  ...(isOpenOrder(order.status) ? dueOf(order) : []),
  ...(order.status === 'paied' ? paidOf(order, timeText) : []),
  ...some(fact.credited, order.credited > 0 ? money(order.credited) : ''),
];

const factsOf = (order: Order, timeText: TimeText): readonly Fact[] => [
  [columns.status, <StatePill key="state" {...stateOf(order)} />],
  ...(isOpenOrder(order.status) ? [[fact.left, <Left key="left" until={order.expire_time} />] as const] : []),
  ...pricesOf(order, timeText),
  ...some(fact.traffic, trafficText(order)),
  ...some(fact.days, membershipDays(order.add_vip_duration)),
  ...some(fact.permissions, permissionsOf(order)),
  [columns.time, timeText(order.create_time)],
  ...some(fact.feedback, order.user_feedback),
  [
    columns.number,
    <CopyButton key="number" variant="subtle" size="compact-sm" mr={-8} text={order._id}>
      {texts.copyNumber}
    </CopyButton>,
  ],
];

const Left = ({ until }: { until: string }): ReactNode => leftText(Date.parse(until) - useNow());

interface OrderFactsProps {
  readonly order: Order;
  /** How a time is written: in the zone of the customer's browser, or for staff in that of the shop. */
  readonly timeText?: TimeText;
}

/** Everything that an order has. */
export const OrderFacts = ({ order, timeText = dateTime }: OrderFactsProps): ReactNode => (
  <Facts label={order.desc} facts={factsOf(order, timeText)} />
);
