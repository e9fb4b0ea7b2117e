import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { SECOND_MS } from './clock.ts';
import { endWhenIdle, stillAnswers, takeLeaderLock } from './leader-store.ts';

/** How a leader proves that it still leads, in milliseconds. */
export interface Lease {
  /** Pause between two keepalive queries on the connection that holds the lock. */
  readonly keepaliveMs: number;
  /** Time without a proof after which the leader stops. */
  readonly holdMs: number;
  /**
   * Time without a keepalive query after which the database ends the session, and the lock with it;
   * longer than `holdMs`.
   */
  readonly leaseMs: number;
}

/** A connection to the database that may hold the leader's lock. */
export interface LeaderSession {
  /** Tries to take the lock; from the time it is held, keepalive queries run on the connection. */
  takesLock(): Promise<boolean>;
  /** Resolves with the reason when the lock can no longer be relied upon. */
  readonly lost: Promise<string>;
  /** Ends the connection; gives up on a server that does not answer. */
  close(): Promise<void>;
}

const CONNECT_MS = 5 * SECOND_MS;
const CLOSE_MS = SECOND_MS;

/** Opens a connection for a leader. Rejects when the database cannot be reached. */
export const openLeaderSession = async (databaseUrl: string, lease: Lease): Promise<LeaderSession> => {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'skyport-leader',
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: lease.holdMs,
    query_timeout: lease.holdMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: lease.keepaliveMs,
  });
  const { promise: lost, resolve: lose } = Promise.withResolvers<string>();
  client.on('error', (fault) => lose(fault.message)).on('end', () => lose('the connection was closed'));
  let closed = false;
  const close = async (): Promise<void> => {
    closed = true;
    await Promise.race([client.end().catch(() => undefined), pause(CLOSE_MS)]);
  };
  try {
    await client.connect();
    await endWhenIdle(client, lease.leaseMs);
  } catch (fault) {
    await close();
    throw fault;
  }
  /**
   * Counted from the beginning of a query: the database counts from its end, so it never gives the lock away sooner.
   */
  const keepProbing = async (since: number): Promise<void> => {
    for (let proven = since; !closed;) {
      await pause(lease.keepaliveMs);
      if (closed) return;
      const began = performance.now();
      const left = proven + lease.holdMs - began;
      if (left <= 0 || !(await Promise.race([stillAnswers(client), pause(left).then(() => false)])))
        return lose('the database did not answer in time');
      proven = began;
    }
  };
  return {
    lost,
    close,
    takesLock: async () => {
      const began = performance.now();
      const held = await takeLeaderLock(client);
      if (held) void keepProbing(began);
      return held;
    },
  };
};
