import { toast } from '../../ui/toasts.ts';

const ADMIN_MS = 2000;
const REASON_MS = 5000;

/** Words of a node as it is right now. */
export const healthTexts = {
  details: '详情',
  title: (name: string) => `节点详情：${name}`,
  columns: {
    alarms: '告警',
    unacked: '未确认批次',
    engine: '引擎版本',
    rate: '速率（上行 / 下行）',
    load: '负载',
    online: '在线用户',
    clock: '时钟偏差',
    certificate: '证书到期',
  },
  reasons: '原因',
  noReason: '一切正常',
  reached: (at: string) => `最近应答 ${at}`,
  neverReached: '尚无应答',
  missed: (count: number) => `连续 ${count} 次没有应答`,
  noFacts: '节点程序还没有应答过，暂无数据',
  stale: '节点现在没有应答，下面是最后一次应答时的数据',
  facts: '运行数据',
  fact: {
    agent: '代理程序',
    engine: '引擎',
    unacked: '未确认批次',
    open: '未封存流量',
    unattributed: '无主流量（不计费）',
    rate: '速率（上行 / 下行）',
    online: '在线用户',
    load: '负载（1 分钟）',
    memory: '可用内存',
    disk: '可用磁盘',
    clock: '时钟偏差',
    certificate: '证书到期',
    generation: '配置代次',
    cut: '断开被移除的用户',
    latency: '延迟',
  },
  agent: (version: string, up: string) => `${version} · 已运行 ${up}`,
  engine: (version: string, up: string) => `${version} · 已运行 ${up}`,
  engineStopped: (version: string) => `${version} · 未运行`,
  restarts: (text: string, count: number) => `${text} · 重启 ${count} 次`,
  cuts: { both: 'TCP、UDP 均可', tcp: '仅 TCP', udp: '仅 UDP', none: '不可用' },
  notMeasured: '—',
  milliseconds: (ms: number) => `${ms} ms`,
  seconds: (seconds: string) => `${seconds} 秒`,
  mbps: (value: string) => `${value} Mbps`,
  days: (days: number, hours: number) => `${days} 天 ${hours} 小时`,
  hours: (hours: number, minutes: number) => `${hours} 小时 ${minutes} 分钟`,
  minutes: (minutes: number) => `${minutes} 分钟`,
} as const;

/** Words of a node's history. */
export const historyTexts = {
  title: '历史',
  range: '时间范围',
  ranges: { 24: '24 小时', 72: '3 天', 336: '14 天' },
  empty: '这段时间没有数据',
  charts: { up: '上行带宽', down: '下行带宽', load: '负载', latency: '延迟', online: '在线用户' },
  peak: (text: string) => `峰值 ${text}`,
  label: (title: string, average: string, peak: string) => `${title}：平均 ${average}，峰值 ${peak}`,
  bar: (at: string, text: string) => `${at} · ${text}`,
  lost: (count: number) => `探测丢失 ${count} 次`,
} as const;

/** Words of alarms, and of reports that wait for a decision. */
export const alarmTexts = {
  title: '告警',
  button: (count: number) => (count === 0 ? '告警' : `告警 ${count}`),
  tabs: { alarms: '告警', past: '历史告警', held: '待处理报告', settled: '已处理报告' },
  kinds: {
    unreachable: '失联',
    unbilled: '有流量未计费',
    quarantine: '报告被隔离',
    conflict: '报告互相矛盾',
    epoch: '数据目录不符',
    'host-key': '主机指纹变化',
  } as Readonly<Record<string, string>>,
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
