import type { InstallAction, InstallState, InstallStep } from '@skyport/contract/install';
import type { InstallMessage } from '@skyport/contract/install-messages';
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
  /** Why it ended as it did, or what it waits for; null for nothing. */
  readonly reason: InstallMessage | null;
  /** The same in a sentence, of runs from before there were reasons. */
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
export const columns =
  sql.raw(`node_id, state, action, purge, batch_id, run_id, step, percent, reason, error, host_key, host_key_kind,
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

/** Longest log that is kept, in characters. */
export const LOG_KEPT = 64 * 1024;

/**
 * Writes a run's progress and adds to its log; false when the run is not the node's any more. Of a log that grows too
 * long the first lines go, whole ones as in `lastLines`.
 */
export const writeProgress = async (
  db: Db,
  run: { readonly nodeId: string; readonly run: string },
  seen: { readonly step: InstallStep; readonly percent: number; readonly text: string; readonly at: Date },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update node_installs set step = ${seen.step}, percent = ${seen.percent}, beat_at = ${seen.at},
           (log, log_start) = (
             select kept, log_start + length(whole) - length(kept)
               from (select log || ${seen.text}::text as whole) as grown
              cross join lateral (
                select case when length(whole) <= ${LOG_KEPT}::int then whole
                            else regexp_replace(right(whole, ${LOG_KEPT}::int + 1), '^[^\\n]*(\\n|$)', '') end as kept
              ) as cut)
     where node_id = ${run.nodeId} and run_id = ${run.run} and state = 'running'`.execute(db);
  return Number(numAffectedRows ?? 0n) > 0;
};

/** Ends a run. */
export const endInstall = async (
  db: Db,
  run: { readonly nodeId: string; readonly run: string },
  end: {
    readonly state: 'done' | 'failed' | 'waiting-host-key';
    readonly reason: InstallMessage | null;
    readonly at: Date;
  },
): Promise<void> => {
  await sql`
    update node_installs set state = ${end.state}, reason = ${end.reason && JSON.stringify(end.reason)}::jsonb, error = '', run_id = null, finished_at = ${end.at},
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
