/** Texts of what is said about money that customers miss. */
export const texts = {
  asked: (name: string, reference: string): string => `用户反馈订单“${name}”已付款未到账（单号 ${reference}），请核实`,
  declined: (name: string, answer: string): string => `您提交的订单“${name}”付款核实未通过：${answer}`,
  settled: (name: string): string => `您提交的订单“${name}”付款已核实，款项已入账`,
  byItself: '用户提交的交易哈希与链上到账相符，自动入账',
  isDecided: '该申请已处理',
  differences: (platform: string, day: string, count: number): string =>
    `${platform} ${day} 对账发现 ${count} 处差异，请处理`,
  differenceDecided: '该差异已处理',
  notSettled: '只有我方缺少的款项和未记录的退款、拒付可以补记',
  noRate: (currency: string): string => `该款项以 ${currency} 收取，其交易没有汇率，无法折算成人民币，请核实后手工处理`,
  knownAlready: '该单号已有记录，请在“收款记录”中处理',
} as const;
