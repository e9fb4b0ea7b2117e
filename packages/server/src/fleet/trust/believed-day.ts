import type { Db } from '@skyport/db';
import { dayOf, MINUTE_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { dayMost } from './trust-rules.ts';
import { closedDays } from './trust-store.ts';

/** What was found for a node, of which day, and until when (ms) it is good. */
interface Known {
  readonly today: string;
  readonly until: number;
  readonly most: number;
}

const KEPT_MS = 10 * MINUTE_MS;
const known = new Map<string, Known>();

/**
 * Raw bytes that a node is believed in 24 hours, by its closed days. Those change once a day, and when reports are
 * undone: so it is looked up every ten minutes at most, and not for every report.
 */
export const believedDay = async (
  db: Db,
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  nodeId: string,
): Promise<number> => {
  const now = clock.now();
  const today = dayOf(now, settings.current().timezone);
  const found = known.get(nodeId);
  if (found?.today === today && found.until > now.getTime()) return found.most;
  const most = dayMost(await closedDays(db, nodeId, today));
  known.set(nodeId, { today, until: now.getTime() + KEPT_MS, most });
  return most;
};
