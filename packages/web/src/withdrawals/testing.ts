import type { Reward } from '@skyport/contract/invite';
import type { Charge, StaffWallet } from '@skyport/contract/charges';
import type { ChargeRequest, SpendRecord, Wallet } from '@skyport/contract/withdrawals';

/** Of the examples of TRON and EIP-55. */
export const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
export const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const AT = '2026-11-21T06:00:00.000Z';

/** A wallet with money of every kind. */
export const sampleWallet: Wallet = {
  money: 1026.5,
  withdrawable: 1000,
  other: 20,
  waiting: 6,
  waiting_until: '2026-11-28T06:00:00.000Z',
  flagged: 0.5,
  withdrawing: 0,
  addressType: 'USDT-TRC20',
  address: TRON,
  address_rests_until: null,
  min_charge_money: 500,
  hold_days: 7,
  exchange_rate: 7.2,
  usdt: 138.888,
};

/** A withdrawal that is not settled. */
export const sampleRequest: ChargeRequest = {
  _id: '01970000-0000-7000-8104-000000000001',
  money: 1000,
  usdt: 138.888,
  exchange_rate: 7.2,
  addressType: 'USDT-TRC20',
  address: TRON,
  status: 'request',
  msg: '',
  requestTime: AT,
  paidTime: null,
  txid: '',
  left: 26.5,
};

/** Money that a purchase took. */
export const sampleSpend: SpendRecord = { _id: '7', spendMoney: 10, desc: '订单“月付”使用余额', time: AT, left: 16.5 };

/** A rebate that went into the wallet. */
export const sampleReward: Reward = {
  _id: '01970000-0000-7000-8104-0000000000bb',
  comsumer_name: 'l***@example.com',
  desc: '月付套餐',
  userSpend: 30,
  reward: 6,
  buyTime: AT,
  left: 26.5,
};

const { left: _left, ...asked } = sampleRequest;

/** The same withdrawal as staff see it. */
export const sampleCharge: Charge = {
  ...asked,
  uid: '01970000-0000-7000-8104-0000000000aa',
  email: 'inviter@example.com',
  disabled: false,
  flagged: false,
  chain: 'none',
};

/** The wallet behind it. */
export const sampleStaffWallet: StaffWallet = {
  money: 26.5,
  withdrawable: 0,
  other: 20,
  waiting: 6,
  waiting_until: '2026-11-28T06:00:00.000Z',
  flagged: 0.5,
  withdrawing: 1000,
  uid: sampleCharge.uid,
  email: sampleCharge.email,
  addressType: 'USDT-TRC20',
  address: TRON,
  address_changed: '2026-11-01T06:00:00.000Z',
};
