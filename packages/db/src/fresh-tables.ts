import type { Client } from 'pg';
import {
  hasTable,
  listPartitions,
  listTables,
  quoted,
  type Partition,
  type SequenceState,
  type TableShape,
} from './table-shapes.ts';

/** Condition for an object of a catalog that is ours in the schema `public`: no extension made it. */
const isOurs = (catalog: string): string => `not exists (
  select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = o.oid and d.deptype = 'e')`;

/** Removes tables with their sequences, views and functions. Names are read first: a dropped one has none. */
const DROP_ALL = `do $$ declare statement text; statements text[]; begin
  select array_agg(found.statement) into statements from (
    select format('drop %s if exists %s cascade',
             case o.relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
             o.oid::regclass) as statement
      from pg_class o
     where o.relnamespace = 'public'::regnamespace and o.relkind in ('r', 'p', 'v', 'm') and not o.relispartition
       and ${isOurs('pg_class')}
    union all
    select format('drop routine if exists %s cascade', o.oid::regprocedure) from pg_proc o
     where o.pronamespace = 'public'::regnamespace and ${isOurs('pg_proc')}) found;
  foreach statement in array coalesce(statements, '{}') loop execute statement; end loop;
end $$`;

/** Drops everything of the product but the job queue, in the caller's transaction. */
export const dropTables = async (client: Client): Promise<void> => {
  await client.query(DROP_ALL);
};

/** A bound as PostgreSQL prints it for the days that partitions hold. */
const BOUND = /^(?:DEFAULT|FOR VALUES FROM \('[\d-]+'\) TO \('[\d-]+'\))$/;
const OPTION = /^[a-z_]+=\d+$/;

/** Makes the partitions of freshly migrated tables those of the list. Throws when one of the list is not understood. */
export const setPartitions = async (client: Client, wanted: readonly Partition[]): Promise<void> => {
  const name = (table: string): string => quoted(client, { schema: 'public', name: table });
  const isSame = (a: Partition, b: Partition): boolean =>
    a.name === b.name && a.parent === b.parent && a.bound === b.bound;
  const present = await listPartitions(client);
  for (const one of present)
    if (!wanted.some((other) => isSame(one, other))) await client.query(`drop table ${name(one.name)}`);
  for (const one of wanted) {
    if (present.some((other) => isSame(one, other))) continue;
    if (!BOUND.test(one.bound) || !one.options.every((option) => OPTION.test(option)))
      throw new Error(`the partition ${one.name} is not understood`);
    const options = one.options.length > 0 ? ` with (${one.options.join(', ')})` : '';
    await client.query(`create table ${name(one.name)} partition of ${name(one.parent)} ${one.bound}${options}`);
  }
};

/**
 * Empties the tables, then does `load` without triggers and foreign keys. Each foreign key is added again afterwards,
 * which checks all rows. Needs the owner of the tables, and no superuser.
 */
export const withoutChecks = async (
  client: Client,
  tables: readonly TableShape[],
  load: () => Promise<void>,
): Promise<void> => {
  const names = tables.map((table) => quoted(client, table));
  const keys = await listForeignKeys(client);
  for (const { drop } of keys) await client.query(drop);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(', ')}`);
  await load();
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const { add } of keys) await client.query(add);
};

const listForeignKeys = async (client: Client): Promise<{ drop: string; add: string }[]> => {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
      from pg_constraint
     where contype = 'f' and conparentid = 0
       and connamespace in (select oid from pg_namespace where nspname in ('public', 'graphile_worker'))
     order by 1`);
  return rows;
};

/** Lets sequences go on behind their last numbers; those that are not there belong to no table of ours. */
export const setSequences = async (client: Client, sequences: readonly SequenceState[]): Promise<void> => {
  for (const { last, ...sequence } of sequences) {
    const name = quoted(client, sequence);
    if (!(await hasTable(client, name))) continue;
    if (last === null) await client.query(`alter sequence ${name} restart`);
    else await client.query('select setval($1::regclass, $2)', [name, last]);
  }
};

/** How the tables of the database differ from a list, as `schema.table`. */
export interface TableDifference {
  readonly onlyHere: readonly string[];
  readonly onlyListed: readonly string[];
  /** Tables of both that lack a listed column here. */
  readonly otherColumns: readonly string[];
}

/** Compares the tables of the database with a list. */
export const compareTables = async (client: Client, listed: readonly TableShape[]): Promise<TableDifference> => {
  const nameOf = ({ schema, name }: TableShape): string => `${schema}.${name}`;
  const present = new Map((await listTables(client)).map((table) => [nameOf(table), table.columns]));
  const names = new Set(listed.map(nameOf));
  return {
    onlyHere: [...present.keys()].filter((name) => !names.has(name)),
    onlyListed: [...names].filter((name) => !present.has(name)),
    otherColumns: listed
      .filter((table) => !table.columns.every((column) => present.get(nameOf(table))?.includes(column) ?? true))
      .map(nameOf),
  };
};
