import { Pool, type PoolClient } from 'pg';
import { isDatabaseAway } from './platform/database-away.ts';

/** SQLSTATE `cannot_connect_now`. */
const AWAY = '57P03';

/** The same fault under the code by which the library of the queue knows that the database is away for a moment. */
const asAway = (fault: unknown): unknown => {
  if (!(fault instanceof Error) || !isDatabaseAway(fault)) return fault;
  return Object.assign(new Error(fault.message, { cause: fault }), { code: AWAY });
};

/** Makes the promises of a function fail with `asAway`. */
const translated =
  <Args extends unknown[]>(call: (...args: Args) => unknown) =>
  (...args: Args): unknown => {
    const answer = call(...args);
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((fault: unknown) => {
      throw asAway(fault);
    });
  };

/**
 * Connections of the job queue. A lost one, idle or not, is heard of by `onLoss` and does not end the process.
 *
 * The library of the queue (graphile-worker 0.18) writes down the end of a job without waiting for it, and tries again
 * only after errors of a few codes: a connection that broke just then was a promise that nobody held, which ends a
 * process of Node. Under the code of a database that is away for a moment it tries until the job's end is written down.
 */
export const createJobPool = (connectionString: string, max: number, onLoss: (fault: Error) => void): Pool => {
  const pool = new Pool({ connectionString, max });
  pool.on('error', onLoss);
  pool.on('connect', (client: PoolClient) => {
    client.on('error', onLoss);
    client.query = translated(client.query.bind(client) as (...args: unknown[]) => unknown) as typeof client.query;
  });
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  pool.connect = translated((...args: unknown[]) => {
    // Whoever writes down the end of a job while the queue stops has no connection any more; the process ends.
    if (pool.ending && args.length === 0) return new Promise(() => undefined);
    return connect(...args);
  }) as typeof pool.connect;
  return pool;
};
