import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { HOUR_MS } from '../../platform/clock.ts';
import { bytesAMs } from './trust-rules.ts';

/** How long an agent may catch up. */
const BEHIND_MS = HOUR_MS;

/** A node and the bandwidth of its link, megabits a second. */
export interface Linked {
  readonly id: string;
  readonly linkMbps: number;
}

/** What is left of the bytes of a window that ends at an instant once the link has carried what it can in that time. */
const bytesLeft = (linkMbps: number, askedAt: Date) => sql`
  greatest(window_bytes - floor(${bytesAMs(linkMbps)}::double precision * 1000
                                * extract(epoch from ${askedAt}::timestamptz - window_since)), 0)::bigint`;

/**
 * Notes that an agent was asked at an instant and has shown all that it had: its window begins anew. It does so even
 * when there was nothing to show. Otherwise the window of a node that was idle for a month would allow a month's volume
 * at once, to whoever takes the machine over.
 */
export const beginWindow = async (db: Db, { id, linkMbps }: Linked, askedAt: Date): Promise<void> => {
  await sql`
    update node_agents set window_since = ${askedAt}, window_bytes = ${bytesLeft(linkMbps, askedAt)}, behind_since = null
     where node_id = ${id} and window_since < ${askedAt}`.execute(db);
};

/**
 * Notes that a pull ended although the agent had, or said that it had, more to show. An agent that catches up needs
 * several pulls; one that is behind for an hour has its window begin all the same, because otherwise a word of its own
 * would keep it open for weeks.
 */
export const noteBehind = async (db: Db, { id, linkMbps }: Linked, askedAt: Date): Promise<void> => {
  const tooLong = sql`behind_since < ${new Date(askedAt.getTime() - BEHIND_MS)}`;
  await sql`
    update node_agents
       set behind_since = coalesce(behind_since, ${askedAt}),
           window_since = case when ${tooLong} then greatest(window_since, ${askedAt}) else window_since end,
           window_bytes = case when ${tooLong} then ${bytesLeft(linkMbps, askedAt)} else window_bytes end
     where node_id = ${id}`.execute(db);
};
