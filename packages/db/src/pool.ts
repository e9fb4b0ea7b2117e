import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool, types } from 'pg';
import type { DB } from './schema.generated.ts';
import type { Db } from './schema.ts';

/** The product's database: typed queries over a pool of connections. */
export interface Database {
  readonly db: Db;
  readonly pool: Pool;
  /** Waits for running queries, then closes every connection. */
  close(): Promise<void>;
}

/** A statement that has ended: its text without values, and how long it took in milliseconds. */
export interface EndedStatement {
  readonly sql: string;
  readonly ms: number;
  readonly failed: boolean;
}

/** Limits after which a query or a forgotten transaction is given up by the server, in milliseconds. */
const STATEMENT_LIMIT_MS = 8000;
const IDLE_TRANSACTION_LIMIT_MS = 15_000;
const CONNECT_LIMIT_MS = 5000;

/** Numbers of PostgreSQL's types (pg_type.dat). */
const INT8 = 20;
const DATE = 1082;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;

/** A bigint column as a number. Throws a RangeError for values that a number cannot hold exactly. */
export const parseInt8 = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} of a bigint column is not a safe whole number`);
  return value;
};

/** Elements of a one-dimensional array without quoting, as PostgreSQL writes arrays of numbers and dates. */
const parseArray = <T>(text: string, parse: (element: string) => T): (T | null)[] =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((element) => (element === 'NULL' ? null : parse(element)));

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, parseInt8],
  [DATE, (text) => text],
  [INT8_ARRAY, (text) => parseArray(text, parseInt8)],
  [DATE_ARRAY, (text) => parseArray(text, String)],
]);

/** How columns arrive: bigint as a safe number, date as 'YYYY-MM-DD', timestamptz as Date, numeric as text. */
export const columnTypes: { getTypeParser: typeof types.getTypeParser } = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ??
    types.getTypeParser(oid, format as 'text')) as typeof types.getTypeParser,
};

/**
 * Opens a pool on the database. Connections are made when needed, so nothing fails here while it is down. `onError`
 * hears once of each connection that is lost, at rest or in use; the pool replaces them by itself.
 */
export const createDb = (
  url: string,
  options: {
    max?: number;
    onError?: (fault: Error) => void;
    statementLimitMs?: number;
    /** Called after each statement of `db`. */
    onStatement?: ((statement: EndedStatement) => void) | undefined;
  } = {},
): Database => {
  const pool = new Pool({
    connectionString: url,
    max: options.max ?? 10,
    types: columnTypes,
    application_name: 'skyport',
    statement_timeout: options.statementLimitMs ?? STATEMENT_LIMIT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_LIMIT_MS,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
  });
  const onError = options.onError ?? (() => undefined);
  // The pool handles errors of idle connections only; an unhandled one of a connection in use would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    // A lost connection emits two errors: the server's message and the end of the socket.
    client.once('error', onError);
    client.on('error', () => undefined);
  });
  const { onStatement } = options;
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    ...(onStatement && {
      log: ({ level, query, queryDurationMillis }) =>
        onStatement({ sql: query.sql, ms: queryDurationMillis, failed: level === 'error' }),
    }),
  });
  return { db, pool, close: () => db.destroy() };
};

/** Whether the database answers a statement now. */
export const isReachable = async (db: Db): Promise<boolean> => {
  try {
    await sql`select 1`.execute(db);
    return true;
  } catch {
    return false;
  }
};

interface ServerFacts {
  fsync: string;
  synchronous_commit: string;
  full_page_writes: string;
  version: number;
  superuser: boolean;
}

/**
 * Throws one sentence that names everything on this server that could lose an answered commit or let the product's role
 * do more than it must: fsync, synchronous_commit or full_page_writes off, a version before 15, a superuser.
 */
export const assertSafeServer = async (db: Db): Promise<void> => {
  const { rows } = await sql<ServerFacts>`
    select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
           current_setting('full_page_writes') as full_page_writes,
           current_setting('server_version_num')::int / 10000 as version,
           (select rolsuper from pg_roles where rolname = current_user) as superuser`.execute(db);
  const facts = rows[0];
  if (!facts) throw new Error('The database does not describe itself.');
  const problems = [
    ...(['fsync', 'synchronous_commit', 'full_page_writes'] as const)
      .filter((name) => facts[name] === 'off')
      .map((name) => `${name} is off, so a crash can lose what was answered`),
    ...(facts.version < 15 ? [`it is PostgreSQL ${facts.version}, and 15 is the oldest that works`] : []),
    ...(facts.superuser ? ['the role of DATABASE_URL is a superuser; give the product a role of its own'] : []),
  ];
  if (problems.length > 0) throw new Error(`The database server is not usable: ${problems.join('; ')}.`);
};
