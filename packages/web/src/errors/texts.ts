import { toast } from '../ui/toasts.ts';

/** Texts of the error log. */
export const texts = {
  title: '错误日志',
  search: '搜索信息、位置',
  days: '时间范围',
  lastDays: (days: number) => (days === 1 ? '最近 24 小时' : `最近 ${days} 天`),
  columns: { time: '最近时间', first: '首次时间', name: '类型', message: '信息', call: '位置', count: '次数' },
  details: '详情',
  copy: '复制',
  stack: '最近一次的调用栈',
  noStack: '没有调用栈',
  times: (count: number, first: string, last: string) =>
    count === 1 ? `${last} 发生 1 次` : `${first} 至 ${last} 发生 ${count} 次`,
  clear: '清空',
  clearTitle: '清空错误日志',
  clearText: '确认清空错误日志？列表中显示的以及更早的错误都会被删除，之后新发生的会保留。',
  cleared: (count: number) => toast(`成功清理了 ${count} 条错误记录`, 3000),
  clearFailed: toast('清理失败:', 3000),
} as const;
