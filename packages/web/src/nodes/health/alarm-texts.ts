import type { AlarmKind } from '@skyport/contract/node-health';
import { ADMIN_MS, REASON_MS, toast } from '../../ui/toasts.ts';

/** Texts of alarms, and of reports that wait for a decision. */
export const alarmTexts = {
  tabs: { alarms: '告警', past: '历史告警', quarantined: '待处理报告', decided: '已处理报告' },
  kinds: {
    unreachable: '失联',
    unbilled: '有流量未计费',
    quarantine: '报告待处理',
    conflict: '报告互相矛盾',
    gap: '报告缺失',
    epoch: '账本不符',
    'held-full': '待处理报告过多',
    'host-key': '主机指纹变化',
  } satisfies Record<AlarmKind, string>,
  columns: {
    node: '节点',
    kind: '类型',
    message: '说明',
    at: '时间',
    closed: '关闭时间',
    seq: '批次',
    reason: '原因',
    size: '流量（上行 / 下行）',
    users: '用户 / 记录',
    state: '结果',
    billed: '计费流量',
    by: '处理人',
    why: '处理原因',
  },
  close: '关闭告警',
  closed: toast('已关闭告警', ADMIN_MS),
  closeFailed: toast('关闭告警失败:', REASON_MS),
  bill: '计费',
  dismiss: '丢弃',
  states: { quarantined: '待处理', billed: '已计费', dismissed: '已丢弃' },
  decisionTitle: { bill: '确认计费', dismiss: '确认丢弃' },
  decisionText: {
    bill: (name: string, seq: number, size: string) =>
      `把节点“${name}”第 ${seq} 批报告中的 ${size} 按现在的规则记到用户账上？只能处理一次，不能撤销。`,
    dismiss: (name: string, seq: number, size: string) =>
      `丢弃节点“${name}”第 ${seq} 批报告中的 ${size}？这些流量不会计费；只能处理一次，不能撤销。`,
  },
  span: (from: string, to: string) => `报告的时间段：${from} 至 ${to}`,
  spanUnknown: '这份报告没有留下时间段，无法核对它的流量是否已经计过费。',
  twice: (reports: number, size: string, from: string, to: string) =>
    `可能重复计费：该节点在这段时间已有 ${reports} 份报告计过费，共 ${size}（${from} 至 ${to}）。`,
  twiceNumber: '其中一份与它编号相同：很可能就是同一批流量。',
  twiceWhy: '节点或面板从备份恢复之后，同一批流量会再报一次。无法判断时请丢弃。',
  twiceConfirm: '我已核对：这份报告的流量没有计过费，仍要计费',
  unconfirmed: '请先核对并勾选',
  reason: '原因（写入操作记录）',
  reasonMissing: '请填写原因',
  cancel: '取消',
  billed: (text: string) => toast(`已计费 ${text}`, ADMIN_MS),
  dismissed: toast('已丢弃该报告', ADMIN_MS),
  decisionFailed: toast('处理失败:', REASON_MS),
  accept: '接受新账本',
  acceptTitle: '接受该节点的新账本',
  acceptText: (name: string) =>
    `节点“${name}”现在使用的流量账本不是面板登记的那一个，所以它的流量没有计费。磁盘被恢复或克隆、数据目录被重建之后会这样。`,
  acceptEpoch: (epoch: string) => `新账本：${epoch}`,
  acceptEffects: [
    '新账本里的流量从现在起计费，包括已经暂存在节点上的部分。',
    '旧账本永久关闭：以后再收到它的报告，一律不计费。',
    '节点无法证明没有计过费的流量不会计费，只显示在“无主流量”中。',
  ],
  acceptWarning: '如果另有一台机器在使用同一份数据（例如克隆出来的副本），请先停掉它，再接受。',
  acceptConfirm: '我已核对：回答面板的就是该节点本身，它的数据目录没有别的机器在用',
  acceptNothing: (name: string) => `节点“${name}”现在用的就是登记的账本，无需接受。`,
  accepted: toast('已接受新账本，下一次统计起计费', ADMIN_MS),
  acceptFailed: toast('接受新账本失败:', REASON_MS),
} as const;
