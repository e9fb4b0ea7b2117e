import { locks } from '@skyport/db/locks';
import { Client } from 'pg';
import type { Log } from './log.ts';

/** Work that only one process at a time may do. */
export interface LeaderWork {
  stop(): Promise<void>;
}

const RETRY_MS = 1000;

/**
 * Starts `work` in one process only: whoever holds an advisory lock of the database. When the connection that holds it
 * is lost the work stops, and the lock is sought again.
 */
export const runAsLeader = (databaseUrl: string, work: () => Promise<LeaderWork>, log: Log): LeaderWork => {
  let stopped = false;
  let running: LeaderWork | undefined;
  let client: Client | undefined;
  const attempt = async (): Promise<void> => {
    const mine = new Client({ connectionString: databaseUrl, application_name: 'skyport-leader' });
    const lost = new Promise<void>((done) => mine.on('error', () => done()).on('end', () => done()));
    client = mine;
    try {
      await mine.connect();
      await mine.query('set statement_timeout = 0');
      while (!stopped && !(await holdsLock(mine))) await pause(RETRY_MS);
      if (stopped) return;
      running = await work();
      await lost;
    } finally {
      const ending = running;
      running = undefined;
      await ending?.stop();
      await mine.end().catch(() => undefined);
    }
  };
  const loop = (async () => {
    while (!stopped) {
      await attempt().catch((fault: unknown) =>
        log.warn({ reason: fault instanceof Error ? fault.message : '' }, 'leader work is interrupted'),
      );
      if (!stopped) await pause(RETRY_MS);
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      await client?.end().catch(() => undefined);
      await loop;
    },
  };
};

const holdsLock = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [locks.leader]);
  return rows[0]?.held === true;
};

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
