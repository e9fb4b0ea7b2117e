import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** Every row of the database by its table and primary key. */
export type DatabaseState = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

interface Table {
  readonly name: string;
  /** Columns of the primary key; a table without one is known by whole rows. */
  readonly key: readonly string[] | null;
}

const listTables = async (db: Db): Promise<readonly Table[]> => {
  const { rows } = await sql<Table>`
    select c.relname as name,
           (select array_agg(a.attname::text order by k.place)
              from pg_index i cross join unnest(i.indkey) with ordinality k(num, place)
              join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num
             where i.indrelid = c.oid and i.indisprimary) as key
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and has_table_privilege(c.oid, 'select')
     order by c.relname`.execute(db);
  return rows;
};

/** Makes a reader of the whole database, for tests that have few rows of everything. */
export const createStateReader = async (db: Db): Promise<() => Promise<DatabaseState>> => {
  const tables = await listTables(db);
  const keys = new Map(tables.map(({ name, key }) => [name, key]));
  const query = sql.join(
    tables.map(({ name }) => sql`select ${sql.lit(name)} as name, to_jsonb(t) as row from ${sql.table(name)} t`),
    sql` union all `,
  );
  return async () => {
    const { rows } = await sql<{ name: string; row: Record<string, unknown> }>`${query}`.execute(db);
    return new Map(rows.map(({ name, row }) => [keyOf(name, keys.get(name) ?? null, row), row]));
  };
};

const keyOf = (name: string, key: readonly string[] | null, row: Record<string, unknown>): string =>
  `${name} ${key ? key.map((column) => String(row[column])).join(' ') : JSON.stringify(row)}`;

/** Tables whose key is a name already. */
const KEYED: readonly string[] = ['settings', 'versions'];

/** What every call may leave behind, whoever makes it. */
const TRACES =
  /^(?:sessions\.(?:last_seen_at|network)|users(?:\[\w+\])?\.last_active_at|tries.*|settings\[\w+\]\.updated_at)$/;

/**
 * What differs between two states: `table[name].column` for a row that changed, `table[name]+` for a new one,
 * `table[name]-` for one that is gone. Rows are called as `names` calls a part of their key; others have no name.
 */
export const differences = (
  before: DatabaseState,
  after: DatabaseState,
  names: ReadonlyMap<string, string> = new Map(),
): string[] => {
  const found = new Set<string>();
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [table = '', ...parts] = key.split(' ');
    const named = parts.map((part) => names.get(part)).find((each) => each !== undefined);
    const name = KEYED.includes(table) ? parts[0] : named;
    const label = `${table}${name === undefined ? '' : `[${name}]`}`;
    for (const part of rowDifferences(before.get(key), after.get(key))) found.add(`${label}${part}`);
  }
  return [...found].filter((each) => !TRACES.test(each)).toSorted();
};

type Row = Readonly<Record<string, unknown>> | undefined;

const rowDifferences = (was: Row, is: Row): string[] => {
  if (!was) return ['+'];
  if (!is) return ['-'];
  return Object.keys(is)
    .filter((column) => JSON.stringify(was[column]) !== JSON.stringify(is[column]))
    .map((column) => `.${column}`);
};
