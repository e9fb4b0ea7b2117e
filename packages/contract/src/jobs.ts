import { z } from 'zod';
import { access, call } from './call.ts';
import { field } from './form.ts';
import { Instant, malformedId } from './units.ts';

/**
 * How a job stands: `failed` is not tried again by itself, `retrying` failed and will be, `running` is worked on now,
 * `waiting` was not tried yet.
 */
export const JobState = z.enum(['failed', 'retrying', 'running', 'waiting']);
export type JobState = z.output<typeof JobState>;

/** Chinese names of the states. */
export const jobStateNames = {
  failed: '失败',
  retrying: '等待重新执行',
  running: '执行中',
  waiting: '等待执行',
} as const satisfies Record<JobState, string>;

/** What the jobs of the product do, by the names under which they stand in the database. */
export const jobNames: Readonly<Record<string, string>> = {
  'accounts.forget-expired': '清理过期的会话和凭证',
  'audit.chain': '操作记录入链',
  'audit.digest': '发送每日发放汇总',
  'audit.keep': '清理过期的操作记录',
  'audit.mail-end': '寄出操作记录的链尾',
  'audit.verify': '校验操作记录',
  'backup.tend': '按计划安排备份',
  'backup.work': '备份、校验与试恢复',
  'chat.deliver': '发送 Telegram 消息',
  'chat.forget': '清理过期的 Telegram 消息',
  'chat.remove': '撤回 Telegram 消息',
  'errors.forget': '清理过期的错误日志',
  'files.reap': '清理无主的图片',
  'fleet.continue-undos': '继续退回节点用量',
  'fleet.forget': '清理过期的节点记录',
  'fleet.wake': '通知节点更新配置',
  'install.batch': '安装节点程序',
  'install.tidy': '结束中断的安装',
  'ledger.watch-all': '核对全部账目',
  'ledger.watch-new': '核对新增账目',
  'mail.deliver': '发送邮件',
  'mail.forget': '清理过期的邮件',
  'money.grant-requests': '核对链上未到账的付款',
  'money.look-at-request': '处理用户反馈的付款',
  'money.reconcile': '与支付通道对账',
  'notices.forget': '清理过期的通知',
  'notices.forget-hidden': '清理未读的旧通知',
  'notices.membership': '提醒会员即将到期',
  'notices.traffic': '提醒流量不足',
  'orders.ask-trades': '向支付通道查询交易与核实到账',
  'orders.close-trade': '关闭支付通道中的交易',
  'orders.expire': '取消超时未付的订单',
  'orders.settle-claim': '款项入账',
  'orders.tell-strays': '汇总提醒无法入账的款项',
  'orders.watch-claims': '检查未入账的款项',
  'orders.watch-health': '检查支付通道是否持续失败',
  'orders.watch-queries': '检查待查询的交易',
  'payments.forget-deliveries': '清理过期的支付通知记录',
  'push.return': '退还无人接收的转赠流量',
  'rotation.rotate': '用新密钥重新加密',
  'rules.fetch-outside-lists': '获取外部名单',
  'status.note': '记录服务状态',
  'statistics.close': '结算每日统计',
  'subscription.forget-fetches': '清理过期的订阅使用记录',
  'subscription.link-alarms': '检查异常的订阅使用',
  'telegram.answer': '回复 Telegram 消息',
  'telegram.forget': '清理过期的 Telegram 绑定码',
  'traffic.count-users': '统计每日用户',
  'traffic.end-trials': '收回到期的体验流量',
  'traffic.fold': '汇总每日用量',
  'traffic.keep': '清理过期的流量记录',
  'traffic.post-use': '流量入账',
  'traffic.sum-records': '合计流量记录',
  'users.sort-values': '更新用户列表的排序数据',
  'withdrawals.check-payouts': '核对链上的提现打款',
};

/** A job's number in the queue. One of another shape names no job (1104). */
const JobId = z
  .string({ error: malformedId })
  .max(18, { error: malformedId, abort: true })
  .regex(/^[1-9]\d*$/, { error: malformedId });

/** A job of the queue. What it was given is not shown; nothing in its newest error is a secret. */
export const QueuedJob = z.object({
  _id: z.string(),
  /** Its name in the database. */
  name: z.string(),
  state: JobState,
  attempts: z.number().int().nonnegative(),
  maxAttempts: z.number().int().positive(),
  /** When it is run next, or was to be. */
  runAt: Instant,
  createdAt: Instant,
  /** Message of the newest attempt that failed; empty for none. */
  error: z.string(),
});
export type QueuedJob = z.output<typeof QueuedJob>;

const Count = z.number().int().nonnegative();
const Counts = z.object({ failed: Count, retrying: Count, running: Count, waiting: Count });

export const jobsCalls = {
  list: call({
    path: '/api/admin/jobs/list',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'Jobs of the queue, failed ones first, and how many there are in each state; at most 1,000.',
    input: z.object({ state: field('状态', JobState.optional(), { choices: jobStateNames }) }),
    output: z.object({ jobs: z.array(QueuedJob), counts: Counts }),
    fails: [],
  }),
  retry: call({
    path: '/api/admin/jobs/retry',
    access: access.admin,
    rate: 'change',
    audit: 'job',
    summary:
      'Has jobs that failed tried again at once, with all their attempts; passes over those that are gone or running.',
    input: z.object({ ids: z.array(JobId).min(1).max(1000) }),
    output: z.object({ retried: z.number().int().positive() }),
    fails: ['notFound', 'conflict'],
  }),
} as const;
