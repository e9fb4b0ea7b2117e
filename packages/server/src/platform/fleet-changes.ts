import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Deps } from './deps.ts';
import { jobKind } from './jobs.ts';

/**
 * Wakes the fleet's controller. What changed stands in `fleet_changes`, so that any number of wake-ups may fall
 * together, and a worker that does not hold the controller may pass over them: the controller looks by itself as well.
 */
export const fleetWake = jobKind({ name: 'fleet.wake', input: z.object({}), key: () => 'all', tries: 3 });

/** More users than this in one row would make one very long statement of the reader. */
const USERS_A_ROW = 5000;

/**
 * Says, inside the caller's transaction, that what these users may use has changed: entitlement, permission, key or
 * state of the account. Nodes hear of it at once after the commit. Numbers are `users.num`.
 */
export const usersChanged = async (trx: Db, deps: Pick<Deps, 'jobs'>, userNums: readonly number[]): Promise<void> => {
  if (userNums.length === 0) return;
  for (let at = 0; at < userNums.length; at += USERS_A_ROW) {
    const nums = userNums.slice(at, at + USERS_A_ROW);
    await sql`insert into fleet_changes (user_nums) values (${nums}::bigint[])`.execute(trx);
  }
  await deps.jobs.add(trx, fleetWake, {});
};

/** Says, inside the caller's transaction, that a node, its lines or entries have changed. */
export const nodeChanged = async (trx: Db, deps: Pick<Deps, 'jobs'>, nodeId: string): Promise<void> => {
  await sql`insert into fleet_changes (node_id) values (${nodeId})`.execute(trx);
  await deps.jobs.add(trx, fleetWake, {});
};
