import type { Charge } from './charges.ts';
import type { ChainState, WithdrawalState } from './withdrawal-states.ts';

/** Titles of the columns in which withdrawals are listed for staff and exported. */
export const chargeTitles = {
  email: '邮箱',
  money: '金额',
  usdt: '应付',
  state: '状态',
  time: '申请时间',
  network: '网络',
  address: '收款地址',
  msg: '留言',
  rate: '汇率',
  paid: '处理时间',
  txid: '交易哈希',
  chain: '链上核对',
} as const;
export type ChargeColumn = keyof typeof chargeTitles;

/** What the states of a withdrawal are called. */
export const chargeStateNames: Readonly<Record<WithdrawalState, string>> = {
  request: '待结算',
  paid: '已结算',
  returned: '已退回',
};

/** What a chain says of a payout, in words. */
export const chargeChainNames: Readonly<Record<ChainState, string>> = {
  none: '',
  waiting: '核对中',
  right: '相符',
  wrong: '不符',
  unseen: '查不到交易',
};

/** What has to be known before money is sent, or looked into after it was. */
export const chargeMarks = ({ flagged, disabled, chain }: Charge): readonly string[] => [
  ...(flagged ? ['订单有争议'] : []),
  ...(disabled ? ['账号已禁用'] : []),
  ...(chain === 'wrong' || chain === 'unseen' ? [`${chargeTitles.chain}${chargeChainNames[chain]}`] : []),
];

/** A withdrawal's state with its marks. */
export const chargeState = (charge: Charge): string =>
  [chargeStateNames[charge.status], ...chargeMarks(charge)].join('，');
