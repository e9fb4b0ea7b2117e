import type { AgentProblem, AgentState } from '@skyport/contract/fleet';
import { CERTIFICATE_SOON_MS, CLOCK_OFF_MS, DISK_LOW, type AlarmKind } from '@skyport/contract/node-health';
import type { NodeHealth } from '@skyport/contract/nodes';
import type { AgentFault } from './agent-client.ts';

/** A health with the sentence that says why; empty when healthy. */
export interface HealthReport {
  readonly health: NodeHealth;
  readonly reason: string;
}

const PROBLEMS: Record<AgentProblem['kind'], string> = {
  cutTcp: '无法断开被移除用户的 TCP 连接',
  cutUdp: '无法断开被移除用户的 UDP 会话',
  guard: '内核未拦截对内网地址的访问',
  warp: 'WARP 不可用，流量直接发出',
  accessLog: '访问日志写入失败',
  journal: '流量账本写入失败，流量暂留在引擎中',
};

/** Alarms that say that use of the node is not being billed. */
const BILLING_ALARMS: Readonly<Partial<Record<AlarmKind, string>>> = {
  unbilled: '有流量但没有计费',
  conflict: '流量报告互相矛盾，已停止计费',
  gap: '节点上缺少还没有计费的流量报告，已停止计费',
  epoch: '节点的账本不是登记的那一个，已停止计费',
};

/** What an agent's own words and the node's open alarms say about a node that holds the wanted set. */
export const healthOf = (state: AgentState, now: Date, alarms: readonly AlarmKind[] = []): HealthReport => {
  const problems = [
    !state.engine.running && `引擎未运行${state.engine.lastError && `：${state.engine.lastError.slice(0, 200)}`}`,
    Math.abs(state.clock - now.getTime()) > CLOCK_OFF_MS &&
      `节点时钟偏差 ${Math.round((state.clock - now.getTime()) / 1000)} 秒`,
    state.diskFree < DISK_LOW && '磁盘空间不足',
    certificateProblem(Date.parse(state.certificateExpires) - now.getTime()),
    ...state.problems.map(({ kind, detail }) => `${PROBLEMS[kind]}：${detail.slice(0, 200)}`),
    ...alarms.map((kind) => BILLING_ALARMS[kind] ?? false),
  ].filter((problem) => problem !== false);
  return problems.length === 0
    ? { health: 'healthy', reason: '' }
    : { health: 'degraded', reason: problems.join('；') };
};

/** The same health with one more sentence of what is not as it should be; empty for none. */
export const withProblem = ({ health, reason }: HealthReport, problem: string): HealthReport =>
  problem === ''
    ? { health, reason }
    : { health: health === 'healthy' ? 'degraded' : health, reason: [reason, problem].filter(Boolean).join('；') };

const certificateProblem = (leftMs: number): string | false =>
  leftMs <= 0 ? '节点证书已过期' : leftMs < CERTIFICATE_SOON_MS && '节点证书即将到期';

/** What a failed call says about a node. */
export const healthOfFault = (fault: Pick<AgentFault, 'kind' | 'message'>): HealthReport => ({
  health: fault.kind === 'unreachable' ? 'offline' : 'refused',
  reason: fault.message,
});

/** The middle one of some latencies in ms, null for none. */
export const median = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
};
