import type { AgentState } from '@skyport/contract/fleet';
import { askAgent, enrolmentOf, MAX_FAILURES, type AgentAnswer } from '../fleet/index.ts';
import { MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import { giveUp, type Run } from './run-types.ts';
import { pause } from './work.ts';

const ENROL_MS = 2 * MINUTE_MS;
const HEALTH_MS = 60 * SECOND_MS;
const PAUSE_MS = SECOND_MS;

/** Asks the node's agent. */
export const agentOf = ({ deps, node }: Run): Promise<AgentAnswer> => askAgent(deps, node);

/** Waits until the panel and the agent have proved the code to each other. Throws RunEnd with what kept them from it. */
export const waitEnrolled = async (run: Run): Promise<void> => {
  const { deps, node, record, signal } = run;
  record.step('enrol', 87);
  record.say('等待节点注册');
  const until = deps.clock.now().getTime() + ENROL_MS;
  for (;;) {
    const open = await enrolmentOf(deps.db, node.id);
    if (!open) return record.say('节点已注册');
    if (open.failures >= MAX_FAILURES) giveUp(`节点注册失败：${open.lastError}`);
    if (deps.clock.now().getTime() > until)
      giveUp(
        `面板无法连接节点的控制端口 ${node.ctrlPort}：${open.lastError || '没有应答'}。请检查服务器与云平台的防火墙，放行后重试`,
      );
    await pause(PAUSE_MS, signal);
  }
};

/**
 * Waits until the agent answers the panel and its engine runs (unless it did not before either). False when that does
 * not come about in time.
 */
export const waitHealthy = async (run: Run, before: AgentState | undefined): Promise<boolean> => {
  const { deps, record, signal } = run;
  record.step('verify', 93);
  const until = deps.clock.now().getTime() + HEALTH_MS;
  for (;;) {
    const answer = await agentOf(run);
    const idleBefore = before !== undefined && !before.engine.running;
    if (answer.kind === 'state' && (answer.state.engine.running || idleBefore)) {
      const { agent, engine, epoch } = answer.state;
      record.say(`节点正常：程序 ${agent.version}，引擎 ${engine.version}，账本 ${epoch}`);
      return true;
    }
    if (deps.clock.now().getTime() > until) {
      record.say(
        answer.kind === 'state'
          ? `引擎没有运行：${answer.state.engine.lastError}`
          : `节点没有应答：${'reason' in answer ? answer.reason : '未注册'}`,
      );
      return false;
    }
    await pause(PAUSE_MS, signal);
  }
};
