import { inTransaction, type Db } from '@skyport/db';
import type { Deps } from './deps.ts';
import { insertNodeChange, insertUserChanges } from './fleet-changes-store.ts';
import { job, NoInput } from './jobs.ts';

/** Callbacks of this process's controllers, by the `Deps` of their panel (tests run several panels in a process). */
const listeners = new WeakMap<Deps, Set<() => void>>();

/** Calls `wake` whenever something has changed, until the returned function is called. */
export const onFleetWake = (deps: Deps, wake: () => void): (() => void) => {
  const mine = listeners.get(deps) ?? new Set();
  listeners.set(deps, mine.add(wake));
  return () => void mine.delete(wake);
};

/**
 * Wakes the fleet's controller. What changed stands in `fleet_changes`, so that any number of wake-ups may fall
 * together, and a worker that does not hold the controller may pass over them: the controller looks by itself as well.
 */
export const fleetWake = job({
  name: 'fleet.wake',
  input: NoInput,
  maxAttempts: 3,
  key: () => 'all',
  run: async (deps) => {
    for (const wake of listeners.get(deps) ?? []) wake();
  },
});

/** More users than this in one row would make one very long statement of the reader. */
const USERS_A_ROW = 5000;

/**
 * Says, inside the caller's transaction, that what these users may use has changed: entitlement, permission, key or
 * state of the account. Nodes hear of it at once after the commit. Numbers are `users.num`.
 */
export const usersChanged = async (trx: Db, deps: Pick<Deps, 'jobs'>, userNums: readonly number[]): Promise<void> => {
  await noteUsersChanged(trx, userNums);
  if (userNums.length > 0) await deps.jobs.add(trx, fleetWake, {});
};

/**
 * Says the same inside of a billing turn, without the wake-up: the turn would begin again whenever another transaction
 * adds that job meanwhile. The caller wakes the controller after the commit.
 */
export const noteUsersChanged = async (trx: Db, userNums: readonly number[]): Promise<void> => {
  for (let at = 0; at < userNums.length; at += USERS_A_ROW) {
    await insertUserChanges(trx, userNums.slice(at, at + USERS_A_ROW));
  }
};

/** Wakes the fleet's controller after a billing turn. A process that dies before leaves it to the next look. */
export const wakeFleet = ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> =>
  inTransaction(db, (trx) => jobs.add(trx, fleetWake, {}));

/** Says, inside the caller's transaction, that a node, its lines or entries have changed. */
export const nodeChanged = async (trx: Db, deps: Pick<Deps, 'jobs'>, nodeId: string): Promise<void> => {
  await insertNodeChange(trx, nodeId);
  await deps.jobs.add(trx, fleetWake, {});
};
