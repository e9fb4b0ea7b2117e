import type { NoticeKind } from '@skyport/contract/notices';
import { toast } from '../ui/toasts.ts';

/** Texts of the section with the channels of notifications. */
export const channelTexts = {
  title: '通知方式',
  hint: '所有通知都会显示在网站右上角的铃铛中，您还可以选择：',
  mail: '邮件',
  telegram: 'Telegram',
  kinds: {
    security: '账号安全（登录、密码、绑定等）',
    order: '订单支付',
    withdrawal: '提现处理',
    transfer: '流量转赠（被领取或退回）',
    ticket: '工单回复',
    membership: '会员到期前 3 天和 1 天',
    traffic: '流量使用 80% 和 100%',
    shop: '订单、提现和工单的待办（管理员）',
    node: '节点离线（管理员）',
  } satisfies Record<NoticeKind, string>,
  of: (kind: string, channel: string) => `${kind}：${channel}`,
  noMail: '网站暂未开通邮件，开通后生效',
  noTelegram: '绑定 Telegram 后生效',
  always: '账号安全邮件始终发送，不能关闭',
  failed: toast('保存失败，请稍后重试', 2000),
} as const;
