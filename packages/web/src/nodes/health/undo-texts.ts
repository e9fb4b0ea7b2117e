import { ADMIN_MS, REASON_MS, toast } from '../../ui/toasts.ts';

/** Texts of undoing what a node reported. */
export const undoTexts = {
  open: '撤销用量',
  title: '撤销该节点的用量',
  text: '节点被人控制、或报告有误时，可以把它在这些日子里从用户账上扣掉的流量退回去。请先勾选日期。',
  none: '近 35 天里，该节点没有从用户账上扣过流量。',
  day: (day: string, users: number, spent: string, quota: string) =>
    `${day}：${users} 位用户，不限时流量 ${spent}，限时流量 ${quota}`,
  undone: (raw: string) => `此前已撤销过（报告流量 ${raw}）`,
  preview: (days: number, users: number, spent: string) =>
    `将退回 ${days} 天的不限时流量共 ${spent}（合计 ${users} 人次）`,
  effects: [
    '不限时流量按实际扣除的数额退回，记录为“节点用量更正”，并通知用户。',
    '限时流量只退回今天的部分；尚未扣除的零头和等待扣除的流量不退。',
    '这些天的流量不再作为判断该节点是否正常的依据。',
  ],
  confirm: '我已核对：这些天里该节点的报告不可信',
  days: '日期',
  daysMissing: '请先勾选日期',
  submit: '退回流量',
  done: (users: number, returned: string) => toast(`已向 ${users} 位用户退回 ${returned}`, ADMIN_MS),
  begun: (users: number, returned: string) =>
    toast(`已向 ${users} 位用户退回 ${returned}，其余用户仍在退回中`, REASON_MS),
  underWay: (days: number, users: number, returned: string) =>
    `正在退回 ${days} 天的流量：已向 ${users} 位用户退回 ${returned}，其余用户将陆续收到。`,
  failed: toast('撤销用量失败:', REASON_MS),
} as const;
