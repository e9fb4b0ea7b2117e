import type { BuiltCall, Output } from '@skyport/contract/call';
import {
  type Delivery,
  type MoneyClaim,
  type MoneyRequest,
  moneyCalls,
  type UnclaimedMoney,
} from '@skyport/contract/money';
import { giveHealth } from './health-answers.ts';
import { giveReconciled } from './reconcile-answers.ts';

/** Takes the answer of a call. */
type Give = <C extends BuiltCall>(row: C, answer: Output<C>) => void;

const id = (n: number): string => `01970000-0000-7000-8070-${String(n).padStart(12, '0')}`;
const at = (hour: number): string => `2026-11-21T${String(hour).padStart(2, '0')}:12:00.000Z`;
const TXID = '8f3a1c0d5e7b49a2b6c8d1e0f2a4b6c8d0e2f4a6b8c0d2e4f6a8b0c2d4e6f8a0';
const TRADE = '2026112122001456781234567890';

const NAMED = {
  tradeno: '019700000000700080600000000000a7',
  order_id: '01970000-0000-7000-8060-000000000001',
  desc: '会员月卡',
  user_id: id(41),
  email: 'wangfang102@example.com',
};
const NAMELESS = { tradeno: '', order_id: null, desc: '', user_id: null, email: '' };

const deliveries: Delivery[] = (
  [
    ['主通道', 'stored', '', 1, 412],
    ['主通道', 'known', '', 4, 412],
    ['备用通道', 'refused', '签名不正确', 23, 398],
    ['备用通道', 'contradicts', '同一单号的款项已有不同的记录', 1, 405],
    ['备用通道', 'copy', '与支付通道“主通道”是同一收款账号，按同一笔款项处理', 1, 401],
    ['主通道', 'ignored', '通知说明该交易未支付成功', 2, 380],
  ] as const
).map(([platform, verdict, why, times, bytes], n) => ({
  _id: id(n),
  instance: 'epay_v1_k3j9x2m7qa',
  platform,
  verdict,
  why,
  times,
  bytes,
  ...(n === 0 || n === 1 || n === 4
    ? { ...NAMED, reference: TRADE, amount: 18.09 }
    : { ...NAMELESS, reference: '', amount: null }),
  currency: 'CNY' as const,
  first_at: at(5 - n),
  last_at: at(6 - n),
}));

const claim: MoneyClaim = {
  _id: id(20),
  platform: '主通道',
  reference: TRADE,
  amount: 19.9,
  currency: 'CNY',
  state: 'waiting',
  verdict: '',
  must_ask: true,
  contradicted: false,
  ...NAMED,
  attempts: 3,
  received_at: at(5),
};
const claims: MoneyClaim[] = [
  claim,
  {
    ...claim,
    _id: id(21),
    reference: '2026112122001456781234567891',
    state: 'doubtful',
    verdict: 'unconfirmed',
    attempts: 31,
  },
  {
    ...claim,
    _id: id(22),
    platform: '备用通道',
    reference: '2026112122001456781234567892',
    amount: 198,
    state: 'doubtful',
    verdict: 'denied',
    contradicted: true,
    must_ask: false,
    ...NAMELESS,
  },
];

const money: UnclaimedMoney = {
  _id: id(30),
  platform: 'USDT',
  reference: TXID,
  amount: 4.167,
  currency: 'USDT',
  reason: 'unknown',
  ...NAMELESS,
  paid_at: at(4),
};
const unclaimed: UnclaimedMoney[] = [
  money,
  {
    ...money,
    _id: id(31),
    platform: '主通道',
    reference: TRADE,
    amount: 30,
    currency: 'CNY',
    reason: 'instance',
    ...NAMED,
  },
  {
    ...money,
    _id: id(32),
    platform: '备用通道',
    reference: '202611210099',
    amount: 15,
    currency: 'CNY',
    reason: 'agency',
    ...NAMED,
    desc: '50G 流量包',
    email: 'liyang103@example.com',
  },
];

const request: MoneyRequest = {
  _id: id(40),
  email: 'wangfang102@example.com',
  user_id: id(41),
  order_id: '01970000-0000-7000-8060-000000000001',
  desc: '会员月卡',
  reference: TXID,
  state: 'open',
  answer: '',
  money: 'unclaimed',
  unclaimed: money,
  created_at: at(6),
};
const requests: MoneyRequest[] = [
  request,
  {
    ...request,
    _id: id(42),
    email: 'zhaomin104@example.com',
    reference: '20261121000777',
    desc: '50G 流量包',
    money: 'none',
    unclaimed: null,
  },
  {
    ...request,
    _id: id(43),
    email: 'chenwei100@example.com',
    reference: '20261119000123',
    state: 'declined',
    answer: '没有这笔款项，请核对单号',
    money: 'none',
    unclaimed: null,
  },
];

/** What came and what nobody's purchase took. */
export const giveMoney = (give: Give): void => {
  give(moneyCalls.counts, { claims: 3, unclaimed: 3, requests: 2 });
  give(moneyCalls.deliveryList, deliveries);
  give(moneyCalls.claimList, claims);
  give(moneyCalls.unclaimedList, unclaimed);
  give(moneyCalls.requestList, requests);
  giveReconciled(give);
  giveHealth(give);
};
