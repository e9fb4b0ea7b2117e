import { setTimeout as pause } from 'node:timers/promises';
import type { AgentState } from '@skyport/contract/fleet';
import { askAgent, enrolmentOf, type AgentAnswer } from '../fleet/index.ts';
import { MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import { giveUp, type Run } from './run-types.ts';

const ENROL_MS = 2 * MINUTE_MS;
const HEALTH_MS = 60 * SECOND_MS;
const PAUSE_MS = SECOND_MS;

/** Asks the node's agent. */
export const agentOf = ({ deps, node }: Run): Promise<AgentAnswer> => askAgent(deps, node);

/**
 * Waits until the panel and the agent have proved the code to each other. Throws RunEnd with what kept them from it.
 */
export const waitEnrolled = async (run: Run): Promise<void> => {
  const { deps, node, record, signal } = run;
  record.step('enrol', 87);
  record.say('waitingForAgent');
  const until = deps.clock.now().getTime() + ENROL_MS;
  for (;;) {
    const open = await enrolmentOf(deps.db, node.id);
    if (!open) return record.say('enrolled');
    const { code, detail, ended } = open.problem ?? { code: 'silent', detail: '', ended: false };
    if (ended) giveUp('enrolmentFailed', code, detail);
    if (deps.clock.now().getTime() > until) giveUp('portUnreachable', node.ctrlPort, code, detail);
    await pause(PAUSE_MS, undefined, { signal });
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
      record.say('wellNow', agent.version, engine.version, epoch);
      return true;
    }
    if (deps.clock.now().getTime() > until) {
      if (answer.kind === 'state') record.say('engineStopped', answer.state.engine.lastError);
      else record.say('agentSilent', 'reason' in answer ? answer.reason : '');
      return false;
    }
    await pause(PAUSE_MS, undefined, { signal });
  }
};
