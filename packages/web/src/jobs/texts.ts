import { REASON_MS, toast } from '../ui/toasts.ts';

/** Texts of the page of jobs. */
export const texts = {
  title: '任务',
  search: '搜索任务、错误',
  state: '状态',
  anyState: '全部状态',
  counted: (state: string, count: number) => `${state}（${count}）`,
  columns: {
    name: '任务',
    code: '名称',
    state: '状态',
    attempts: '已尝试',
    runAt: '执行时间',
    createdAt: '加入时间',
    error: '最近的错误',
  },
  tries: (made: number, most: number) => `${made} / ${most}`,
  retry: '重新执行',
  retryAll: (count: number) => `重新执行失败的任务（${count}）`,
  retryAllTitle: '重新执行失败的任务',
  retryAllText: (count: number) => `确认重新执行 ${count} 个失败的任务？例如没有发出的邮件会再次发送。`,
  retried: (count: number) => toast(`已安排 ${count} 个任务重新执行`, 2000),
  retryFailed: toast('重新执行失败:', REASON_MS),
} as const;
