import type { AlarmKind } from '@skyport/contract/node-health';
import { toast } from '../../ui/toasts.ts';

const ADMIN_MS = 2000;
const REASON_MS = 5000;

/** Words of alarms, and of reports that wait for a decision. */
export const alarmTexts = {
  tabs: { alarms: '告警', past: '历史告警', held: '待处理报告', settled: '已处理报告' },
  kinds: {
    unreachable: '失联',
    unbilled: '有流量未计费',
    quarantine: '报告被隔离',
    conflict: '报告互相矛盾',
    epoch: '数据目录不符',
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
  settleTitle: { bill: '确认计费', dismiss: '确认丢弃' },
  settleText: {
    bill: (name: string, seq: number, size: string) =>
      `把节点“${name}”第 ${seq} 批报告中的 ${size} 按现在的规则记到用户账上？只能处理一次，不能撤销。`,
    dismiss: (name: string, seq: number, size: string) =>
      `丢弃节点“${name}”第 ${seq} 批报告中的 ${size}？这些流量不会计费；只能处理一次，不能撤销。`,
  },
  reason: '原因（写入审计日志）',
  reasonMissing: '请填写原因',
  cancel: '取消',
  billed: (text: string) => toast(`已计费 ${text}`, ADMIN_MS),
  dismissed: toast('已丢弃该报告', ADMIN_MS),
  settleFailed: toast('处理失败:', REASON_MS),
} as const;
