/** Texts of what is said about money that customers miss. */
export const texts = {
  asked: (name: string, reference: string): string => `用户反馈订单“${name}”已付款未到账（单号 ${reference}），请核实`,
  declined: (name: string, answer: string): string => `您提交的订单“${name}”付款核实未通过：${answer}`,
  byItself: '用户提交的交易哈希与链上到账相符，自动入账',
  isDecided: '该申请已处理',
} as const;
