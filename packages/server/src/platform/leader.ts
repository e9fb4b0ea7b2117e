import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from './clock.ts';
import { openLeaderSession, type Lease } from './leader-session.ts';
import type { Log } from './log.ts';

/** Work that only one process at a time may do. */
export interface LeaderWork {
  stop(): Promise<void>;
}

const LEASE: Lease = { keepaliveMs: 3 * SECOND_MS, holdMs: 10 * SECOND_MS, leaseMs: 15 * SECOND_MS };

const RETRY_MS = 1000;

/**
 * Starts `work` in one process only: whoever holds an advisory lock of the database. Keepalive queries run on the
 * connection that holds it. A leader that hears nothing from the database stops its work before the database gives the
 * lock to another one, also when the network swallows everything without closing a connection; then the lock is sought
 * again.
 */
export const runAsLeader = (options: {
  databaseUrl: string;
  work: () => Promise<LeaderWork>;
  log: Log;
  lease?: Lease;
}): LeaderWork => {
  const { databaseUrl, work, log, lease = LEASE } = options;
  const stop = Promise.withResolvers<undefined>();
  let stopped = false;
  const attempt = async (): Promise<void> => {
    const session = await openLeaderSession(databaseUrl, lease);
    try {
      while (!stopped && !(await session.takesLock())) await Promise.race([pause(RETRY_MS), stop.promise]);
      if (stopped) return;
      const running = await work();
      const reason = await Promise.race([session.lost, stop.promise]);
      if (reason !== undefined) log.warn({ reason }, 'this process leads no longer');
      const still = setInterval(() => log.error('the work of a leader that leads no longer has not ended'), MINUTE_MS);
      await running.stop().finally(() => clearInterval(still));
    } finally {
      // After the work: as long as it runs, nobody else may begin.
      await session.close();
    }
  };
  const loop = (async () => {
    while (!stopped) {
      await attempt().catch((fault: unknown) =>
        log.warn({ reason: fault instanceof Error ? fault.message : '' }, 'leader work is interrupted'),
      );
      if (!stopped) await Promise.race([pause(RETRY_MS), stop.promise]);
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      stop.resolve(undefined);
      await loop;
    },
  };
};
