import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import { locks } from './locks.ts';

/** How the migrator waits for locks of tables. */
export interface LockPatience {
  /** Milliseconds that a statement waits for a lock; later statements on the table queue behind it. */
  readonly lockMs: number;
  readonly tries: number;
  /** Milliseconds between two tries, in which the queued statements run. */
  readonly pauseMs: number;
  /** Called after each try that got no lock. */
  readonly onBusy?: (name: string) => void;
}

/** For about three minutes, customers wait at most two seconds at a time. */
export const LOCK_PATIENCE: LockPatience = { lockMs: 2000, tries: 60, pauseMs: 1000 };

/** SQLSTATE lock_not_available: what a lock_timeout ends with. */
const LOCK_TIMEOUT = '55P03';

/** Pause between two looks at whether another process still migrates, in ms. */
const MIGRATING_MS = 200;

/** Whether a statement ended because it got no lock in time. */
export const isLockTimeout = (fault: unknown): boolean => (fault as { code?: unknown }).code === LOCK_TIMEOUT;

/**
 * Takes the lock of the one process that migrates. It asks again and again: an index that is built concurrently waits
 * for every statement under way, also for one that waits for this lock.
 */
export const takeMigrateLock = async (client: Client): Promise<void> => {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      locks.migrate,
    ]);
    if (rows[0]?.taken) return;
    await setTimeout(MIGRATING_MS);
  }
};

/** Retries work with a short lock timeout. Throws a sentence that names the blocking processes. */
export const withLockTimeout = async (
  client: Client,
  { name, lockMs, tries, pauseMs, onBusy }: LockPatience & { readonly name: string },
  work: () => Promise<void>,
): Promise<void> => {
  await client.query(`set lock_timeout = ${Math.round(lockMs)}`);
  for (let left = tries; ; left -= 1) {
    try {
      return await work();
    } catch (fault) {
      if (!isLockTimeout(fault)) throw fault;
      await client.query('rollback');
      onBusy?.(name);
      if (left <= 1) throw new Error(busySentence(name, await lockHolders(client)), { cause: fault });
    }
    await setTimeout(pauseMs);
  }
};

const busySentence = (name: string, holders: readonly string[]): string =>
  `The migration ${name} got no lock on its tables, and nothing of it was done. ` +
  `${holders.length > 0 ? `Processes of PostgreSQL that hold locks: ${holders.join(', ')}. ` : ''}` +
  'End long transactions and start again.';

/** Processes with locks on tables of this database, each with its role. Their age is hidden from other roles. */
const lockHolders = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ text: string }>(`
    select distinct format('%s (%s)', l.pid, a.usename) as text
      from pg_locks l join pg_stat_activity a using (pid) join pg_class c on c.oid = l.relation and c.relkind = 'r'
     where l.granted and l.pid <> pg_backend_pid() and a.datname = current_database()
       and c.relnamespace = 'public'::regnamespace
     order by 1 limit 5`);
  return rows.map(({ text }) => text);
};
