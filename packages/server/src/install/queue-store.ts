import type { InstallAction } from '@skyport/contract/install';
import type { InstallMessage } from '@skyport/contract/install-messages';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { columns, type InstallRow } from './store.ts';

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
           batch_place = ${want.place}, run_id = null, step = '', percent = 0, reason = null, error = '', log = '', log_start = 0,
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

/** Shows that the batch is being worked on. */
export const beatBatch = async (db: Db, batch: string, at: Date): Promise<void> => {
  await sql`update node_installs set beat_at = ${at}
             where batch_id = ${batch} and state in ('queued', 'running')`.execute(db);
};

/** Takes what still waits in a batch out of the queue, with a reason. */
export const dropQueued = async (
  db: Db,
  batch: string,
  { reason, at }: { readonly reason: InstallMessage; readonly at: Date },
): Promise<void> => {
  await sql`update node_installs set state = 'idle', reason = ${JSON.stringify(reason)}::jsonb, error = '', finished_at = ${at}
             where batch_id = ${batch} and state = 'queued'`.execute(db);
};

/** Ends runs whose process is gone, and queued ones that nobody came for although nobody is at work on another node. */
export const endAbandoned = async (
  db: Db,
  before: { readonly running: Date; readonly queued: Date; readonly reason: InstallMessage; readonly at: Date },
): Promise<void> => {
  await sql`update node_installs set state = 'failed', reason = ${JSON.stringify(before.reason)}::jsonb, error = '', run_id = null,
             finished_at = ${before.at}
             where (state = 'running' and beat_at < ${before.running})
                or (state = 'queued' and beat_at < ${before.queued} and not exists (
                     select from node_installs r where r.state = 'running' and r.beat_at >= ${before.running}))`.execute(
    db,
  );
};
