import { ADMIN_MS, toast } from '../ui/toasts.ts';

/** Texts of the page with the shop's figures. */
export const texts = {
  title: '统计',
  hint: '每天 2 点结算前一天的数据，结算后不再变化；此后到账或更正的数据计入下一个结算日。',
  range: '统计天数',
  days: (n: number) => `${n} 天`,
  left: '全部用户剩余流量',
  members: '有效会员数',
  today: '今天（实时）',
  live: '实时',
  day: '日期',
  exportAll: '导出全部 CSV',
  exportName: '统计',
  exportFailed: toast('导出失败:', ADMIN_MS),
  average: (amount: string) => `平均 ${amount}`,
  yuan: (amount: string) => `${amount} 元`,
  payments: { title: '支付统计', columns: { signs: '签到人数', orders: '支付订单', income: '收入（元）' } },
  traffic: {
    title: '流量统计',
    columns: {
      users: '不限时流量人数',
      used: '不限时流量',
      average: '人均不限时流量',
      dayUsers: '限时流量人数',
      dayUsed: '限时流量',
      dayAverage: '人均限时流量',
    },
  },
  lottery: {
    title: '抽奖统计',
    columns: { draws: '抽奖次数', cost: '消耗流量', prizes: '获奖次数', gain: '奖励流量' },
  },
  charts: {
    title: '趋势',
    income: '收入',
    users: '使用人数',
    traffic: '使用流量',
    signs: '签到人数',
    people: (n: number) => `${n} 人`,
    label: (name: string, from: string, to: string, sum: string) => `${name}柱状图，${from} 至 ${to}，共 ${sum}`,
    peak: (name: string, from: string, to: string, most: string) => `${name}柱状图，${from} 至 ${to}，最多 ${most}`,
    sum: (amount: string) => `共 ${amount}`,
    most: (amount: string) => `最多 ${amount}`,
    bar: (day: string, amount: string) => `${day}：${amount}`,
    none: '暂无记录',
  },
} as const;
