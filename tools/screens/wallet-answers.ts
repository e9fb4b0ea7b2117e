import type { BuiltCall, Output } from '@skyport/contract/call';
import { chargeCalls } from '@skyport/contract/charges';
import { walletCalls } from '@skyport/contract/withdrawals';
import {
  sampleCharge,
  sampleRequest,
  sampleSpend,
  sampleStaffWallet,
  sampleWallet,
} from '@skyport/web/withdrawals/testing';

/** Takes the answer of a call. */
type Give = <C extends BuiltCall>(row: C, answer: Output<C>) => void;

const idOf = (n: number): string => `${sampleRequest._id.slice(0, -1)}${n}`;
const day = (n: number): string => `2026-11-${String(n).padStart(2, '0')}T06:12:00.000Z`;

/** Answers of the wallet, and of staff's list of withdrawals. */
export const giveWallet = (give: Give): void => {
  give(walletCalls.myWallet, sampleWallet);
  give(walletCalls.chargeList, [
    { ...sampleRequest, _id: idOf(1), requestTime: day(20) },
    {
      ...sampleRequest,
      _id: idOf(2),
      money: 612.5,
      usdt: 85.069,
      status: 'paid',
      requestTime: day(9),
      paidTime: day(10),
    },
    {
      ...sampleRequest,
      _id: idOf(3),
      money: 540,
      usdt: 75,
      status: 'returned',
      msg: '地址是交易所的，低于最低充值金额',
      requestTime: day(2),
      paidTime: day(3),
    },
  ]);
  give(walletCalls.spendList, [
    { ...sampleSpend, _id: '9', time: day(18) },
    { ...sampleSpend, _id: '8', spendMoney: -10, desc: '订单“月付套餐”未支付，余额退回', time: day(17), left: 26.5 },
    { ...sampleSpend, _id: '7', spendMoney: -30, desc: '订单“100G 流量”的付款转入余额', time: day(15), left: 36.5 },
  ]);
  give(chargeCalls.adminChargeList, [
    { ...sampleCharge, _id: idOf(1), requestTime: day(20) },
    { ...sampleCharge, _id: idOf(2), email: 'chenmo@example.com', flagged: true, requestTime: day(19) },
    {
      ...sampleCharge,
      _id: idOf(3),
      email: 'zhaoqing@example.com',
      status: 'paid',
      chain: 'wrong',
      txid: 'ab'.repeat(32),
      requestTime: day(9),
      paidTime: day(10),
    },
    {
      ...sampleCharge,
      _id: idOf(4),
      email: 'sunwei@example.com',
      status: 'returned',
      msg: '地址是交易所的',
      requestTime: day(2),
      paidTime: day(3),
    },
  ]);
  give(chargeCalls.adminWallet, sampleStaffWallet);
};
