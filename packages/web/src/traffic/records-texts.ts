import { trafficRecordTitles, trafficTypeNames } from '@skyport/contract/traffic-columns';

/** What lists of traffic records say, whoever reads them. */
const shared = {
  columns: trafficRecordTitles,
  types: trafficTypeNames,
  type: '类型',
  totals: '合计',
  count: (records: number) => `${records} 条`,
} as const;

/** Texts of a customer's own records. */
export const recordsTexts = {
  ...shared,
  title: '流量记录',
  hint: '近 10 天的流量使用与变动。',
  all: '全部类型',
  records: '记录',
  used: '用量',
  free: '其中限时与公共',
  gained: '增加',
  lost: '其他减少',
  chart: (what: string, amount: string) => `近 10 日${what}柱状图，共 ${amount}`,
  nothing: '连接节点使用后，流量会按天记录在这里。',
  start: '开始使用',
} as const;

/** Texts of the records of everybody. */
export const allRecordsTexts = {
  ...shared,
  title: '全部流量记录',
  search: '搜索邮箱、ID',
  days: '天数',
  ofDays: (count: number) => (count === 1 ? '今天' : `近 ${count} 天`),
  records: '记录',
  change: '不限时流量变动',
  exempt: '限时与公共',
  sum: '总量',
  copied: '合计与排序每 10 分钟更新一次',
  chart: (what: string, days: number, amount: string) => `近 ${days} 天${what}柱状图，共 ${amount}`,
} as const;
