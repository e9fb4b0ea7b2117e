import type { InstallAction, InstallState, InstallStep } from '@skyport/contract/install';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { HostKey } from './ssh-fault.ts';

/** A node's installation as it is stored. */
export interface InstallRow {
  readonly node_id: string;
  readonly state: InstallState;
  readonly action: InstallAction;
  readonly purge: boolean;
  readonly batch_id: string | null;
  readonly run_id: string | null;
  readonly step: InstallStep;
  readonly percent: number;
  readonly error: string;
  readonly host_key: string;
  readonly host_key_kind: string;
  readonly host_key_at: string;
  readonly seen_key: string;
  readonly seen_key_kind: string;
  readonly key_at: string;
  readonly prefix: string;
  readonly version: string;
  readonly previous: string;
  readonly log_start: number;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

/** Everything but the log, which is long. */
const columns = sql.raw(`node_id, state, action, purge, batch_id, run_id, step, percent, error, host_key, host_key_kind,
  host_key_at, seen_key, seen_key_kind, key_at, prefix, version, previous, log_start, started_at, finished_at`);

/** Installations of nodes that are not deleted; nodes that nobody ever installed are left out. */
export const listInstalls = async (db: Db): Promise<InstallRow[]> => {
  const { rows } = await sql<InstallRow>`
    select ${columns} from node_installs
     where node_id in (select id from nodes where deleted_at is null) order by node_id`.execute(db);
  return rows;
};

/** One node's installation, or undefined. */
export const findInstall = async (db: Db, nodeId: string): Promise<InstallRow | undefined> => {
  const { rows } = await sql<InstallRow>`select ${columns} from node_installs where node_id = ${nodeId}`.execute(db);
  return rows[0];
};

/** The same, made when it is missing, and locked until the transaction ends. */
export const lockInstall = async (trx: Db, nodeId: string): Promise<InstallRow> => {
  await sql`insert into node_installs (node_id) values (${nodeId}) on conflict do nothing`.execute(trx);
  const { rows } = await sql<InstallRow>`
    select ${columns} from node_installs where node_id = ${nodeId} for update`.execute(trx);
  if (!rows[0]) throw new Error(`node ${nodeId} has no installation`);
  return rows[0];
};

/** Puts a node into the queue of a batch; its log begins anew. */
export const queueInstall = async (
  trx: Db,
  nodeId: string,
  want: {
    readonly action: InstallAction;
    readonly purge: boolean;
    readonly batch: string;
    readonly place: number;
    readonly at: Date;
  },
): Promise<void> => {
  await sql`
    update node_installs set state = 'queued', action = ${want.action}, purge = ${want.purge}, batch_id = ${want.batch},
           batch_place = ${want.place}, run_id = null, step = '', percent = 0, error = '', log = '', log_start = 0,
           started_at = ${want.at}, beat_at = ${want.at}, finished_at = null
     where node_id = ${nodeId}`.execute(trx);
};

/** Nodes of a batch that wait for their turn, in their order. */
export const queuedOf = async (db: Db, batch: string): Promise<string[]> => {
  const { rows } = await sql<{ node_id: string }>`
    select node_id from node_installs where batch_id = ${batch} and state = 'queued' order by batch_place`.execute(db);
  return rows.map(({ node_id }) => node_id);
};

/** Takes a queued node for a run; undefined when somebody else has it or it is not queued any more. */
export const claimInstall = async (
  db: Db,
  claim: { readonly nodeId: string; readonly batch: string; readonly run: string; readonly at: Date },
): Promise<InstallRow | undefined> => {
  const { rows } = await sql<InstallRow>`
    update node_installs set state = 'running', run_id = ${claim.run}, beat_at = ${claim.at}, started_at = ${claim.at}
     where node_id = ${claim.nodeId} and batch_id = ${claim.batch} and state = 'queued' returning ${columns}`.execute(
    db,
  );
  return rows[0];
};

/** Longest log that is kept, in characters. */
export const LOG_KEPT = 64 * 1024;

/** Writes a run's progress and adds to its log; false when the run is not the node's any more. */
export const writeProgress = async (
  db: Db,
  run: { readonly nodeId: string; readonly run: string },
  seen: { readonly step: InstallStep; readonly percent: number; readonly text: string; readonly at: Date },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update node_installs set step = ${seen.step}, percent = ${seen.percent}, beat_at = ${seen.at},
           log = right(log || ${seen.text}, ${LOG_KEPT}::int),
           log_start = log_start + greatest(0, length(log) + length(${seen.text}) - ${LOG_KEPT}::int)
     where node_id = ${run.nodeId} and run_id = ${run.run} and state = 'running'`.execute(db);
  return Number(numAffectedRows ?? 0n) > 0;
};

/** Ends a run. */
export const endInstall = async (
  db: Db,
  run: { readonly nodeId: string; readonly run: string },
  end: { readonly state: 'done' | 'failed' | 'waiting-host-key'; readonly error: string; readonly at: Date },
): Promise<void> => {
  await sql`
    update node_installs set state = ${end.state}, error = ${end.error}, run_id = null, finished_at = ${end.at},
           percent = case when ${end.state} = 'done' then 100 else percent end
     where node_id = ${run.nodeId} and run_id = ${run.run}`.execute(db);
};

/** What runs learn of a server. */
export interface Learned {
  readonly host_key?: string;
  readonly host_key_kind?: string;
  readonly host_key_at?: string;
  readonly seen_key?: string;
  readonly seen_key_kind?: string;
  readonly key_at?: string;
  readonly prefix?: string;
  readonly version?: string;
  readonly previous?: string;
}

/** Keeps what was learned of a server. */
export const keepLearned = async (db: Db, nodeId: string, learned: Learned): Promise<void> => {
  await db.updateTable('node_installs').set(learned).where('node_id', '=', nodeId).execute();
};

/** Remembers a key that was seen and waits for approval. */
export const keepSeenKey = (db: Db, nodeId: string, { fingerprint, kind }: HostKey): Promise<void> =>
  keepLearned(db, nodeId, { seen_key: fingerprint, seen_key_kind: kind });

/** Folders in use on other nodes of the same address. */
export const prefixesBeside = async (db: Db, nodeId: string, address: string): Promise<string[]> => {
  const { rows } = await sql<{ prefix: string }>`
    select i.prefix from node_installs i join nodes n on n.id = i.node_id
     where n.deleted_at is null and n.id <> ${nodeId} and i.prefix <> ''
       and case when n.ip <> '' then n.ip else n.host end = ${address}`.execute(db);
  return rows.map(({ prefix }) => prefix);
};

/** The log that is kept of a node's last run, and how many characters came before it. */
export const findLog = async (db: Db, nodeId: string): Promise<{ log: string; start: number } | undefined> => {
  const { rows } = await sql<{ log: string; start: number }>`
    select log, log_start as start from node_installs where node_id = ${nodeId}`.execute(db);
  return rows[0];
};

/** Shows that the batch is being worked on. */
export const beatBatch = async (db: Db, batch: string, at: Date): Promise<void> => {
  await sql`update node_installs set beat_at = ${at}
             where batch_id = ${batch} and state in ('queued', 'running')`.execute(db);
};

/** Takes what still waits in a batch out of the queue, with a reason. */
export const dropQueued = async (db: Db, batch: string, error: string, at: Date): Promise<void> => {
  await sql`update node_installs set state = 'idle', error = ${error}, finished_at = ${at}
             where batch_id = ${batch} and state = 'queued'`.execute(db);
};

/** Ends runs whose process is gone, and queued ones that nobody came for. */
export const endAbandoned = async (
  db: Db,
  before: { readonly running: Date; readonly queued: Date; readonly error: string; readonly at: Date },
): Promise<void> => {
  await sql`update node_installs set state = 'failed', error = ${before.error}, run_id = null, finished_at = ${before.at}
             where (state = 'running' and beat_at < ${before.running})
                or (state = 'queued' and beat_at < ${before.queued})`.execute(db);
};

/** A key of the panel itself. */
export interface InstallKeyRow {
  readonly name: string;
  readonly private_enc: Buffer;
  readonly public_text: string;
  readonly created_at: Date;
}

/** The key of that name, or undefined. */
export const findInstallKey = (db: Db, name: string): Promise<InstallKeyRow | undefined> =>
  db.selectFrom('install_keys').selectAll().where('name', '=', name).executeTakeFirst();

/** Stores a key unless there is one of that name already. */
export const insertInstallKey = async (db: Db, key: InstallKeyRow): Promise<void> => {
  await db
    .insertInto('install_keys')
    .values(key)
    .onConflict((c) => c.column('name').doNothing())
    .execute();
};
