/** Texts of what the server says about orders. */
export const texts = {
  gone: '商品不存在，或已下架',
  tooMuch: '您的账号累计流量已达上限，不能再购买流量，请联系客服',
  tooMany: (most: number): string => `未支付订单已达 ${most} 个，请先支付或取消`,
  isPaid: '订单已支付',
  isCancelled: '订单已取消，请重新下单',
  replaced: '这次支付已失效，请重新发起支付',
  isOver: '订单已过期，请重新下单',
  frozen: '该订单已发起支付，不能再更换优惠券；如需更换请取消订单后重新下单',
  couponUsedUp: '优惠券使用次数超限',
  changed: '应付金额已变化，请确认后重新支付',
  walletChanged: '余额已变化，请重新确认后支付',
  noWay: '在线支付暂未开通，请联系客服付款，或取消订单',
  notReserved: {
    limit: '您有多笔 USDT 支付尚未完成，请先支付，或换一种方式',
    shortage: '该金额的 USDT 支付暂时已满，请稍后再试，或换一种方式',
    closed: 'USDT 支付暂不可用，请换一种方式或稍后再试',
  },
  asking: '正在发起支付，请稍后再试',
  feedback: (name: string, msg: string): string => `订单“${name}”有用户反馈：${msg}`,
  paid: (name: string): string => `您购买的“${name}”已到账`,
  paidAndMore: (name: string, yuan: string): string => `您购买的“${name}”已到账，多付的 ${yuan} 元已转入您的钱包余额`,
  expired: (name: string): string => `您的订单“${name}”超时未支付，已自动取消`,
  notExpired: (name: string): string => `订单“${name}”超时未支付，但自动取消失败，系统每小时重试一次，原因见错误日志`,
  credited: (name: string, yuan: string): string => `订单“${name}”收到的 ${yuan} 元已转入您的钱包余额`,
  unclaimed: (sum: string, why: string): string => `收到 ${sum}，无法入账（${why}），请人工核实`,
  waiting: (platform: string, reference: string): string =>
    `${platform} 通知的款项（单号 ${reference}）超过 10 分钟仍未入账，请检查`,
  doubtful: (platform: string, reference: string): string =>
    `${platform} 通知的款项（单号 ${reference}）与已有记录不符，未自动入账，请人工核实`,
  whyUnclaimed: {
    agency: '买家是代理商的客户',
    unknown: '没有对应的交易',
    instance: '交易属于另一个支付通道',
    currency: '币种与交易不同',
  },
  late: (name: string, yuan: string, why: string): string => `订单“${name}”收到 ${yuan} 元（${why}），已转入买家余额`,
  joined: (name: string, { noted, came }: { noted: string; came: string }): string =>
    `订单“${name}”登记收款 ${noted} 元，支付通道实际到账 ${came} 元，请核实`,
  whyCredited: { late: '订单已取消', double: '重复支付', short: '金额不足' },
} as const;
