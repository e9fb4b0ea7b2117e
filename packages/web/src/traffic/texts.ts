/** Texts of the traffic chart. */
export const texts = {
  title: '近 10 日流量',
  sum: (amount: string) => `共 ${amount}`,
  label: (amount: string) => `近 10 日流量柱状图，共 ${amount}`,
  bar: (day: string, amount: string) => `${day}：${amount}`,
  none: '暂无记录',
  records: '查看流量记录',
} as const;
