import { ADMIN_MS, toast } from '../ui/toasts.ts';

/** Texts of the list of trades, and of what staff do with an order. */
export const texts = {
  title: '交易',
  number: '最近交易的数量',
  /** Before and behind that number. */
  newest: '最近',
  trades: '笔',
  filter: '搜索邮箱、交易号、订单号',
  flags: '退款与拒付',
  anyFlag: '全部交易',
  flagged: '待处理的退款、拒付',
  details: '订单详情',
  yuan: (amount: string) => `${amount} 元`,
  toTrades: '交易',
  toMoney: '收款记录',
  receipt: {
    open: '登记收款',
    title: (name: string) => `为订单“${name}”登记收款`,
    pays: '登记后：该订单变为已支付，商品立即到账。',
    paysWithFee: (fee: string) => `登记后：该订单变为已支付，商品立即到账；其中 ${fee} 元为手续费。`,
    paysAndMore: (rest: string) => `登记后：该订单变为已支付，商品立即到账；多出的 ${rest} 元转入用户钱包。`,
    short: (owes: string) => `登记后：金额不足（还需支付 ${owes} 元），全部转入用户钱包，订单仍未支付。`,
    paid: '登记后：订单已支付过，全部转入用户钱包。',
    cancelled: '登记后：订单已取消，全部转入用户钱包。',
    unclaimed: '登记后：该用户属于代理商，没有钱包；款项不会支付该订单，记为无人认领，由管理员处理。',
    done: {
      paid: toast('登记成功，订单已支付', ADMIN_MS),
      credited: toast('登记成功，金额已转入用户钱包', ADMIN_MS),
      unclaimed: toast('登记成功，但该用户没有钱包，款项无人认领', ADMIN_MS),
    },
    failed: toast('登记失败:', ADMIN_MS),
  },
} as const;
