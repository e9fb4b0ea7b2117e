import { MISSED_FOR_ALARM } from '@skyport/contract/node-health';
import { trouble, type NodeTrouble, type NodeHealth } from '@skyport/contract/node-trouble';
import type { Settings } from '@skyport/contract/settings-table';
import { MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';

/** What is stored of a node since the panel last checked it; all null while it has no agent. */
export interface LastHealthCheck {
  readonly health: NodeHealth | null;
  readonly troubles: readonly NodeTrouble[] | null;
  readonly looked_at: Date | null;
}

/** The instant of a question, and how often nodes are checked. */
export interface CheckRhythm {
  readonly now: Date;
  readonly settings: Pick<Settings, 'updateV2rayDuration'>;
}

/** The rhythm for a question that is asked now. */
export const rhythmOf = ({ clock, settings }: Pick<Deps, 'clock' | 'settings'>): CheckRhythm => ({
  now: clock.now(),
  settings: settings.current(),
});

/** Whether a node counts as normal: its agent answers and holds the panel's users. */
export const isNormal = (health: NodeHealth): boolean => health === 'healthy' || health === 'degraded';

/** Whether clients of a node are served now, as far as the panel knows. */
export const servesClients = ({ health, troubles }: ReturnType<typeof healthNow>): boolean =>
  isNormal(health) && !troubles.some(({ code }) => code === 'engineStopped');

/** The latency that may be shown: none while the node is away, unchecked or without its engine. */
export const latencyNow = (
  { speed_ms: speed }: { readonly speed_ms: number | null },
  { health, troubles }: ReturnType<typeof healthNow>,
): number | null => {
  const isAway = health === 'offline' || health === 'unknown' || troubles.some(({ code }) => code === 'engineStopped');
  return isAway ? null : speed;
};

/** Checking a large fleet takes its time, too: however short the interval, this much is no delay. */
const LEAST_MS = 3 * MINUTE_MS;

/**
 * What may be said of a node now. What the last health check showed holds as long as the next ones are due; from then
 * on nobody knows, and the reason says for how long. A node that was never checked is what it is stored as.
 */
export const healthNow = (
  { health, troubles, looked_at }: LastHealthCheck,
  { now, settings }: CheckRhythm,
): { readonly health: NodeHealth; readonly troubles: NodeTrouble[] } => {
  const age = looked_at === null ? 0 : now.getTime() - looked_at.getTime();
  const due = Math.max(LEAST_MS, MISSED_FOR_ALARM * settings.updateV2rayDuration * SECOND_MS);
  if (age <= due) return { health: health ?? 'unknown', troubles: [...(troubles ?? [])] };
  return { health: 'unknown', troubles: [trouble('looksStopped', { seconds: Math.floor(age / SECOND_MS) })] };
};
