import { Client, DatabaseError } from 'pg';
import { gatherReads } from './gathered-reads.ts';
import { columnTypes } from './pool.ts';

/** A statement; the name lets the server keep its plan. */
interface Named {
  readonly name: string;
  readonly text: string;
}

/** Reads a few rows by named statements, which the server plans once a connection. Throws what the database answers. */
export interface FastReader {
  /** The first row, or undefined. */
  row<T extends object>(statement: Named, values: readonly unknown[]): Promise<T | undefined>;
  /**
   * The row of a key, or undefined. Whoever asks by the same statement at the same time shares one read: its `$1` is
   * the list of their keys as texts, and each row names its own in the column `key`.
   */
  find<T extends object>(statement: Named, key: string): Promise<T | undefined>;
  /** Every row. */
  rows<T extends object>(statement: Named, values: readonly unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

const QUERY_LIMIT_MS = 5000;
const CONNECT_LIMIT_MS = 3000;

/**
 * One read-only connection that sends queries without waiting for earlier answers: for the few reads that happen on
 * almost every request. It connects at the first read and again after a loss; a read that was under way when the
 * connection broke is repeated once.
 */
export const createFastReader = (url: string): FastReader => {
  let current: Promise<Client> | undefined;
  let closed = false;
  const connect = (): Promise<Client> => {
    const client = new Client({
      connectionString: url,
      types: columnTypes,
      application_name: 'skyport-reader',
      pipeline: true,
      query_timeout: QUERY_LIMIT_MS,
      statement_timeout: QUERY_LIMIT_MS,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      keepAlive: true,
      // Forces the generic plan: PostgreSQL would replan short lists of keys each time, at four times the cost.
      options: '-c default_transaction_read_only=on -c plan_cache_mode=force_generic_plan',
    });
    const attempt = client.connect().then(() => client);
    client.on('error', () => forget(attempt)).on('end', () => forget(attempt));
    attempt.catch(() => forget(attempt));
    return attempt;
  };
  const forget = (attempt: Promise<Client>): void => {
    if (current === attempt) current = undefined;
  };
  const ask = async <T>(query: (client: Client) => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      if (closed) throw new Error('the reader is closed');
      const attempt = (current ??= connect());
      const client = await attempt;
      try {
        return await query(client);
      } catch (fault) {
        if (!isConnectionLoss(fault)) throw fault;
        forget(attempt);
        void client.end().catch(() => undefined);
        if (tries > 1) throw fault;
      }
    }
  };
  const rows = async <T extends object>({ name, text }: Named, values: readonly unknown[]): Promise<T[]> =>
    (await ask((client) => client.query<T>({ name, text, values: [...values] }))).rows;
  const finders = new Map<string, (key: string) => Promise<object | undefined>>();
  const finderOf = (statement: Named) => {
    const known = finders.get(statement.name);
    if (known) return known;
    const finder = gatherReads((keys) => rows<{ readonly key: string }>(statement, [keys]));
    finders.set(statement.name, finder);
    return finder;
  };
  return {
    find: async <T extends object>(statement: Named, key: string) => (await finderOf(statement)(key)) as T | undefined,
    row: async <T extends object>(statement: Named, values: readonly unknown[]) =>
      (await rows<T>(statement, values))[0],
    rows,
    close: async () => {
      closed = true;
      await (await current?.catch(() => undefined))?.end();
    },
  };
};

/** Any error that is not one of a query, or SQLSTATE class 57P (the server is shutting down). */
const isConnectionLoss = (fault: unknown): boolean =>
  !(fault instanceof DatabaseError) || fault.code?.startsWith('57P') === true;
