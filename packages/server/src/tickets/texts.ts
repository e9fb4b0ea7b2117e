import { MESSAGES_AN_HOUR, MOST_MESSAGES, MOST_OPEN_TICKETS } from '@skyport/contract/tickets';

/** What is said about tickets. */
export const texts = {
  tooManyOpen: `您有 ${MOST_OPEN_TICKETS} 个工单尚未关闭，请在原工单中补充，或等待处理完成后再新建`,
  tooManyMessages: `每小时最多发送 ${MESSAGES_AN_HOUR} 条消息，请稍后再试`,
  tooLong: `该工单已有 ${MOST_MESSAGES} 条消息，请新建工单`,
  noImage: '图片不存在，请重新上传',
  openedOtherwise: '工单已按先前填写的内容创建，请关闭窗口后在列表中查看',
  sentOtherwise: '先前的内容已发送，请刷新后查看',
  givenOtherwise: '已按先前填写的内容赠送，请关闭窗口后查看',
  tooMuch: '赠送后流量将超过账号上限',
  tooManyCanned: (most: number): string => `最多保存 ${most} 条常用回复`,
  sameName: '已有同名的常用回复',
  opened: (email: string, title: string): string => `新工单：${email}“${title}”`,
  written: (email: string, title: string): string => `工单有新消息：${email}“${title}”`,
  answered: (title: string): string => `您的工单“${title}”有新回复`,
  closed: (title: string): string => `您的工单“${title}”已关闭`,
  /** What the ticket itself says of a gift, and what the owner hears. */
  given: (traffic: string, reason: string): string => `已为您赠送 ${traffic} 不限时流量：${reason}`,
  givenTo: (title: string, traffic: string): string => `您的工单“${title}”获赠 ${traffic} 不限时流量`,
  /** The traffic record of a gift. */
  record: (reason: string): string => `工单赠送：${reason}`,
} as const;
