import { hasTable } from '@skyport/db/table-shapes';
import { locks } from '@skyport/db/locks';
import type { Client } from 'pg';

/** An image of the data directory. */
export interface StoredImage {
  readonly id: string;
  /** Name below the folder of files. */
  readonly name: string;
}

/** Images that lie in the data directory. */
export const listDiskImages = async (client: Client): Promise<StoredImage[]> => {
  const { rows } = await client.query<StoredImage>(`
    select id::text, format('%s.%s', id, ext) as name from files
     where store = 'disk' and stored_at is not null order by id`);
  return rows;
};

/** The end of the audit's chain; null when nothing is chained. */
export const findAuditEnd = async (client: Client): Promise<{ seq: number; chain: string } | null> => {
  const { rows } = await client.query<{ seq: string; chain: string }>(`
    select seq, encode(chain, 'hex') as chain from audit_log where seq is not null order by seq desc limit 1`);
  return rows[0] ? { seq: Number(rows[0].seq), chain: rows[0].chain } : null;
};

/** What a restore would replace. */
export interface Contents {
  readonly accounts: number;
  readonly orders: number;
  /** Newest posting of the ledger, ISO 8601 UTC; null without one. */
  readonly newest: string | null;
}

/** Accounts and orders of a database that may be empty. */
export const findContents = async (client: Client): Promise<Contents> => {
  const countOf = async (table: string): Promise<number> => {
    if (!(await hasTable(client, `public.${table}`))) return 0;
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from public.${client.escapeIdentifier(table)}`,
    );
    return Number(rows[0]!.count);
  };
  const hasLedger = await hasTable(client, 'public.ledger_tx');
  const newest = hasLedger
    ? (await client.query<{ at: Date | null }>('select max(at) as at from public.ledger_tx')).rows[0]!.at
    : null;
  return {
    accounts: await countOf('users'),
    orders: await countOf('orders'),
    newest: newest?.toISOString() ?? null,
  };
};

/** Takes the locks of migrating and leading for this session; false when a panel holds one or is connected. */
export const holdDatabase = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ free: boolean }>(
    `select pg_try_advisory_lock($1) and pg_try_advisory_lock($2)
            and not exists (select from pg_stat_activity
                             where datname = current_database() and pid <> pg_backend_pid()
                               and application_name like 'skyport%' and application_name <> $3) as free`,
    [locks.migrate, locks.leader, BACKUP_SESSION],
  );
  return rows[0]!.free;
};

/** Name of the sessions of both commands. */
export const BACKUP_SESSION = 'skyport-backup';

/** Gives back jobs that ran when the backup was made: their workers are gone. */
export const releaseJobs = async (client: Client): Promise<void> => {
  if (!(await hasTable(client, 'graphile_worker._private_jobs'))) return;
  for (const table of ['_private_jobs', '_private_job_queues'])
    await client.query(
      `update graphile_worker.${table} set locked_at = null, locked_by = null where locked_at is not null`,
    );
};

/** What the ledger's own check finds, a sentence each. */
export const listLedgerProblems = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ problem: string; detail: string }>(
    'select problem, detail from ledger_health limit 1000',
  );
  return rows.map(({ problem, detail }) => `${problem}: ${detail}`);
};

/** Lets the planner know the loaded rows. */
export const analyze = async (client: Client): Promise<void> => {
  await client.query('analyze');
};

/** Comment of the database of a test restore: no other database is dropped. */
const SCRATCH_MARK = 'Skyport: test restore of a backup';

/** Clauses that give a new database the encoding and locale of the connected one; a server's default may differ. */
const LOCALE = `
  select format('encoding %L lc_collate %L lc_ctype %L locale_provider %s',
                pg_encoding_to_char(d.encoding), d.datcollate, d.datctype, provider)
         || case provider when 'libc' then ''
                 else format(' %s_locale %L', provider, coalesce(r ->> 'datlocale', r ->> 'daticulocale')) end as clauses
    from pg_database d, to_jsonb(d) r,
         lateral (select case d.datlocprovider when 'i' then 'icu' when 'b' then 'builtin' else 'libc' end) p (provider)
   where d.datname = current_database()`;

/** Makes an empty database for a test restore. Refuses the name of a database that no test restore made. */
export const makeScratch = async (client: Client, name: string): Promise<void> => {
  await dropScratch(client, name);
  const database = client.escapeIdentifier(name);
  const { rows } = await client.query<{ clauses: string }>(LOCALE);
  await client.query(`create database ${database} template template0 ${rows[0]!.clauses}`);
  await client.query(`comment on database ${database} is '${SCRATCH_MARK}'`);
  await client.query(`revoke all on database ${database} from public`);
};

/** Drops the database of a test restore, also when somebody is connected to it. */
export const dropScratch = async (client: Client, name: string): Promise<void> => {
  const { rows } = await client.query<{ mark: string | null }>(
    `select shobj_description(oid, 'pg_database') as mark from pg_database where datname = $1`,
    [name],
  );
  if (rows.length === 0) return;
  if (rows[0]!.mark !== SCRATCH_MARK)
    throw new Error(`The database ${name} was not made by a test restore. Rename it or drop it.`);
  await client.query(`drop database ${client.escapeIdentifier(name)} with (force)`);
};
