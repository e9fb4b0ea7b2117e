import { type FlagReason, flagReasonNames } from '@skyport/contract/order-flags';

/** Texts of what the server says about money that goes back. */
export const flagTexts = {
  isFlagged: '该订单已有待处理的标记',
  noMoney: '该订单没有收到过款项，不能标记',
  isEnded: '该标记已处理',
  isTaken: '该订单已收回过，请解除标记',
  withdrawing: (email: string): string => `邀请人 ${email} 有未处理的提现，可能包含这笔返利，请先退回该提现再收回`,
  moves: '余额正在变动，请重试',
  flagged: (name: string, { platform, sum, reason }: { platform: string; sum: string; reason: FlagReason }): string =>
    `${platform} 通知订单“${name}”${flagReasonNames[reason]} ${sum}，订单已标记，请处理`,
  stray: ({ platform, sum, reason }: { platform: string; sum: string; reason: FlagReason }, trade: string): string =>
    `${platform} 通知${flagReasonNames[reason]} ${sum}，但没有对应的交易（${trade || '未注明'}），请人工核实`,
  inWallet: ({ platform, sum, reason }: { platform: string; sum: string; reason: FlagReason }, email: string): string =>
    `${platform} 通知${flagReasonNames[reason]} ${sum}，该款项已转入用户 ${email} 的钱包，请人工核实`,
  record: (name: string): string => `订单“${name}”已收回`,
  taken: (name: string): string => `您的订单“${name}”的款项已退回，该订单的商品已收回`,
  rebateTaken: (yuan: string): string => `一笔订单的款项已退回，其返利 ${yuan} 元已从您的钱包收回`,
} as const;
