import type { WaitingKind } from '@skyport/contract/statistics';

/** Texts of the first page of the back office. */
export const overviewTexts = {
  title: '总览',
  waiting: '需要处理',
  nothing: '目前没有需要处理的事项。',
  kinds: {
    ledger: '账目差异，请立即核查错误日志',
    backups: '备份过期或试恢复失败',
    tickets: '工单等待回复',
    withdrawals: '提现等待处理',
    flags: '订单有退款或拒付，等待处理',
    unclaimed: '无主款项',
    claims: '存疑的到账通知',
    providers: '支付通道持续失败',
    nodes: '节点有未关闭的告警',
    reports: '待处理报告',
    jobs: '任务执行失败',
  } satisfies Record<WaitingKind, string>,
  since: (time: string) => `最早 ${time}`,
  downloads: {
    missing: '未设置下载地址：Clash for Windows、Android 和 Mac 的教程没有安装包。',
    set: '设置下载地址',
    find: '下载地址',
  },
  today: '今日',
  income: '收入',
  yuan: (amount: string) => `${amount} 元`,
  orders: '支付订单',
  payments: (n: number) => `${n} 笔`,
  people: (n: number) => `${n} 人`,
  signs: '签到人数',
  used: '使用流量',
  members: '有效会员数',
  left: '全部用户剩余流量',
  statistics: '查看统计',
} as const;
