import type { NoticeKind } from '@skyport/contract/notices';

/** Subject of the mail about each kind of event. */
export const subjects: Readonly<Record<NoticeKind, string>> = {
  security: '账号安全提醒',
  order: '订单通知',
  withdrawal: '提现通知',
  transfer: '流量转赠通知',
  ticket: '工单通知',
  membership: '会员即将到期',
  traffic: '流量提醒',
  shop: '待办提醒',
  node: '节点离线',
};

/** Texts of notices about events. */
export const texts = {
  hello: '您好：',
  open: '打开控制台',
  choose: '您可以在资料编辑页面的“通知方式”中选择接收哪些通知。',
  notYou: '如果不是您本人操作，请立即修改密码并重置订阅链接。',
  /** The same on Telegram. */
  chat: (site: string, text: string): string => `【${site}】${text}`,
  quota: {
    80: (limit: string) => `今日限时流量已使用 80%（共 ${limit}）`,
    100: (limit: string, hasMore: boolean) =>
      `今日限时流量 ${limit} 已用完，明天 0 点恢复${hasMore ? '，在此之前使用不限时流量' : '，在此之前无法使用'}`,
  },
  permanent: {
    80: (left: string) => `不限时流量已使用 80%，剩余 ${left}`,
    100: '不限时流量已用完，请及时补充，以免断网',
  },
  membership: (days: number, until: string): string =>
    `您的会员将于${['今天', '明天'][days] ?? ` ${days} 天后`}到期（${until}），到期后将无法使用限时流量`,
} as const;
