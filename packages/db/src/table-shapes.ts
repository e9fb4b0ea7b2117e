import type { Client } from 'pg';

/** Schemas of the product: its own tables and those of its job queue. */
type ProductSchema = 'public' | 'graphile_worker';

/** One table that holds rows itself: an ordinary table or a partition. */
export interface TableShape {
  readonly schema: ProductSchema;
  readonly name: string;
  /** Columns with stored values of their own; generated ones are computed again. */
  readonly columns: string[];
}

/** The last number of a sequence; null before its first. */
export interface SequenceState {
  readonly schema: ProductSchema;
  readonly name: string;
  readonly last: string | null;
}

/** A partition as `create table … partition of` makes it. */
export interface Partition {
  readonly parent: string;
  readonly name: string;
  readonly bound: string;
  readonly options: string[];
}

const SCHEMAS = `('public', 'graphile_worker')`;
/** The job queue's own migrations: they belong to the program. */
const PROGRAMS_OWN = `graphile_worker.migrations`;

const IS_OURS = `n.nspname in ${SCHEMAS} and not exists (
  select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')`;

/** Settings under which COPY writes and reads texts that mean the same on every server. */
export const COPY_SETTINGS = `
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set client_encoding = 'UTF8';
  set datestyle = 'ISO, MDY';
  set intervalstyle = 'postgres';
  set timezone = 'UTC';
  set bytea_output = 'hex';
  set extra_float_digits = 1;
  set synchronize_seqscans = off`;

/** Tables that this role owns in the product's schemas, by schema and name. */
export const listTables = async (client: Client): Promise<TableShape[]> => {
  const { rows } = await client.query<TableShape>(`
    select n.nspname::text as schema, c.relname::text as name,
           array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                  order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and ${IS_OURS} and pg_has_role(c.relowner, 'usage') and format('%s.%s', n.nspname, c.relname) <> '${PROGRAMS_OWN}'
     order by 1, 2`);
  return rows;
};

/** Sequences of the product. Read after the rows that took numbers from them, they are never behind. */
export const listSequences = async (client: Client): Promise<SequenceState[]> => {
  const { rows } = await client.query<SequenceState>(`
    select schemaname::text as schema, sequencename::text as name, last_value::text as last
      from pg_sequences where schemaname in ${SCHEMAS} order by 1, 2`);
  return rows;
};

/** Partitions of the product's tables. */
export const listPartitions = async (client: Client): Promise<Partition[]> => {
  const { rows } = await client.query<Partition>(`
    select p.relname::text as parent, c.relname::text as name, pg_get_expr(c.relpartbound, c.oid) as bound,
           coalesce(c.reloptions, '{}') as options
      from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
     where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
     order by 1, 2`);
  return rows;
};

/** Name and SHA-256 of each migration that the database has had; none in an empty database. */
export const listMigrations = async (client: Client): Promise<{ name: string; sha256: string }[]> => {
  if (!(await hasTable(client, 'public.schema_migrations'))) return [];
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from public.schema_migrations order by name',
  );
  return rows;
};

/** The newest migration of the job queue; 0 when it has no tables. */
export const newestJobMigration = async (client: Client): Promise<number> => {
  if (!(await hasTable(client, PROGRAMS_OWN))) return 0;
  const { rows } = await client.query<{ id: number }>(`select coalesce(max(id), 0)::int as id from ${PROGRAMS_OWN}`);
  return rows[0]!.id;
};

/** Whether there is a table or sequence of this name. */
export const hasTable = async (client: Client, name: string): Promise<boolean> => {
  const { rows } = await client.query<{ is: boolean }>('select to_regclass($1) is not null as is', [name]);
  return rows[0]!.is;
};

/** The quoted name of a table or sequence. */
export const quoted = (client: Client, { schema, name }: { schema: string; name: string }): string =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;

/** Table and columns for `COPY`, without generated columns. */
export const copyTarget = (client: Client, table: TableShape): string =>
  `${quoted(client, table)} (${table.columns.map((column) => client.escapeIdentifier(column)).join(', ')})`;
