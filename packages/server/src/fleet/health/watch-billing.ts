import { SECOND_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { findAgent, waitingAt } from '../agent/agent-store.ts';
import { raiseAlarm } from './alarm-store.ts';
import { lastApplied } from '../pull/usage-store.ts';

const UNBILLED_INTERVALS = 3;

/** Raises an alarm when an agent holds bytes and none of the node have been billed for three intervals. */
export const watchBilling = async (
  { db, clock, ids, settings }: Pick<Deps, 'db' | 'clock' | 'ids' | 'settings'>,
  nodeId: string,
): Promise<void> => {
  const agent = await findAgent(db, nodeId);
  if (!agent || (await waitingAt(db, nodeId)) === 0) return;
  const now = clock.now();
  const since = Math.max((await lastApplied(db, nodeId))?.getTime() ?? 0, agent.enrolled_at.getTime());
  if (now.getTime() - since < UNBILLED_INTERVALS * settings.current().trafficStasticDuration * SECOND_MS) return;
  await raiseAlarm(db, { id: ids.next(), nodeId, kind: 'unbilled', reason: { code: 'unbilled' }, at: now });
};
