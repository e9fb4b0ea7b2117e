import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { HOUR_MS } from '../../platform/clock.ts';
import { bytesPerMs } from './trust-rules.ts';

/** How long an agent may catch up. */
const BEHIND_MS = HOUR_MS;

/** The bandwidth of a node's link, megabits a second. */
export interface NodeBandwidth {
  readonly id: string;
  readonly linkMbps: number;
}

/**
 * `window_bytes` after a window that ends at an instant: less what the link can carry in that time. The column counts
 * the raw bytes that were billed since `window_since`, and those that earlier windows took out of the slack
 * (`TrustWindow`).
 */
const bytesLeft = (linkMbps: number, askedAt: Date) => sql`
  greatest(window_bytes - floor(${bytesPerMs(linkMbps)}::double precision * 1000
                                * extract(epoch from ${askedAt}::timestamptz - window_since)), 0)::bigint`;

/**
 * Notes that an agent was asked at an instant and has shown all that it had: its window begins anew. It does so even
 * when there was nothing to show. Otherwise the window of a node that was idle for a month would allow a month's volume
 * at once, to whoever takes the machine over.
 */
export const beginWindow = async (db: Db, { id, linkMbps }: NodeBandwidth, askedAt: Date): Promise<void> => {
  await sql`
    update node_agents set window_since = ${askedAt}, window_bytes = ${bytesLeft(linkMbps, askedAt)}, behind_since = null
     where node_id = ${id} and window_since < ${askedAt}`.execute(db);
};

/**
 * Notes that a pull ended although the agent had, or said that it had, more to show. An agent that catches up needs
 * several pulls; one that is behind for an hour has its window begin all the same, because otherwise an agent that
 * merely claims to have more could keep its window open for weeks.
 */
export const noteBehind = async (db: Db, { id, linkMbps }: NodeBandwidth, askedAt: Date): Promise<void> => {
  const tooLong = sql`behind_since < ${new Date(askedAt.getTime() - BEHIND_MS)}`;
  await sql`
    update node_agents
       set behind_since = coalesce(behind_since, ${askedAt}),
           window_since = case when ${tooLong} then greatest(window_since, ${askedAt}) else window_since end,
           window_bytes = case when ${tooLong} then ${bytesLeft(linkMbps, askedAt)} else window_bytes end
     where node_id = ${id}`.execute(db);
};
