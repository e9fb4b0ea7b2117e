/** Texts of how payments went. */
export const healthTexts = {
  title: '收款记录',
  search: '搜索支付通道、日期',
  columns: {
    platform: '支付通道',
    day: '日期',
    share: '成功率',
    median: '到账用时（中位数）',
    failed: '发起失败',
    unpaid: '未付款',
    open: '等待付款',
    begun: '发起总数',
    state: '当前状态',
  },
  share: (percent: string, paid: number, of: number) => `${percent}%（${paid}/${of}）`,
  time: (seconds: number) => (seconds < 60 ? `${seconds} 秒` : `${Math.floor(seconds / 60)} 分 ${seconds % 60} 秒`),
  failed: (sum: number, reasons: readonly string[]) => (sum === 0 ? '0' : `${sum}（${reasons.join('、')}）`),
  reason: (name: string, count: number) => `${name} ${count}`,
  failing: '持续失败，已排在最后',
  works: '正常',
  days: '时间范围',
  lastDays: (days: number) => `最近 ${days} 天`,
} as const;
