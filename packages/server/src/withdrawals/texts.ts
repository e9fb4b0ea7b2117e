import { timeText } from '../platform/clock.ts';

/** Texts of what the server says about withdrawals. */
export const texts = {
  noAddress: '请先填写并确认您的收款地址',
  isOpen: '您有一笔提现正在处理，结算后才能再次申请',
  addressRests: (until: Date, timezone: string): string =>
    `收款地址修改后 24 小时内不能提现，请在 ${timeText(until, timezone)} 之后申请`,
  tooLittle: (least: number): string => `申请提现失败，最低提现金额 ${least / 1000} 元`,
  nothing: '没有可提现的金额',
  changed: '金额、汇率或收款地址已变化，请确认后重新申请',
  isDecided: '该提现已结算或退回',
  isOwn: '不能结算自己的提现',
  isFlagged: (orders: readonly string[]): string => `这笔提现涉及有争议的订单 ${orders.join('、')}，请先处理该订单`,
  badTxid: '交易哈希应为 64 位十六进制',
  txidUsed: '该交易哈希已用于同一地址的另一笔提现',
  markedTooMuch: '用户的其他余额不足',
  markedOtherwise: '已按先前填写的内容修改，请关闭窗口后查看',
  noWallet: '该用户是代理商的客户，没有钱包',
  addressChanged: (type: string, address: string): string =>
    `您的提现收款地址已设为 ${address}（${type}），24 小时内不能提现`,
  settled: (yuan: string, usdt: string): string => `您的提现 ${yuan} 元已结算，已向您的收款地址转出 ${usdt} USDT`,
  returned: (yuan: string, msg: string): string => `您的提现 ${yuan} 元已退回钱包：${msg}`,
  message: (yuan: string, msg: string): string => `您的提现 ${yuan} 元有新留言：${msg}`,
  asked: (email: string, yuan: string, usdt: string): string => `${email} 申请提现 ${yuan} 元（${usdt} USDT），请处理`,
  chain: {
    wrong: (email: string, yuan: string): string =>
      `${email} 的提现 ${yuan} 元链上核对不符：交易的收款地址、币种或金额与申请不一致，请核实`,
    unseen: (email: string, yuan: string): string => `${email} 的提现 ${yuan} 元在链上查不到填写的交易，请核实`,
  },
  spent: {
    order_hold: (name: string): string => `订单“${name}”使用余额`,
    order_spend: (name: string): string => `订单“${name}”使用余额`,
    order_hold_back: (name: string): string => `订单“${name}”未支付，余额退回`,
    payment: (name: string): string => `订单“${name}”多付的金额`,
    payment_joined: (name: string): string => `订单“${name}”多付的金额`,
    payment_credited: (name: string): string => (name ? `订单“${name}”的付款转入余额` : '付款转入余额'),
    take_back: (name: string): string => `订单“${name}”退款或拒付，金额收回`,
    adjust: (): string => '客服调整',
  },
  otherwise: (name: string): string => (name ? `订单“${name}”余额变动` : '余额变动'),
} as const;
