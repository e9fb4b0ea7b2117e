import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** A journal of a node: an agent begins another when its disk was put back, copied or made anew. */
export interface JournalName {
  readonly nodeId: string;
  readonly epoch: string;
}

const lastBatch = (nodeId: string, epoch: string) => sql`
  coalesce((select max(seq) from usage_batches b where b.node_id = ${nodeId} and b.epoch = ${epoch}), 0)`;

/** Whether this journal of a node is closed. */
export const isClosed = async (db: Db, { nodeId, epoch }: JournalName): Promise<boolean> => {
  const { rows } = await sql`
    select from node_books_closed where node_id = ${nodeId} and epoch = ${epoch}`.execute(db);
  return rows.length > 0;
};

/** Epoch of the journal that the agent kept when it answered last; undefined before its first answer. */
export const reportedEpoch = async (db: Db, nodeId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ epoch: string | null }>`
    select state->>'epoch' as epoch from node_agents where node_id = ${nodeId}`.execute(db);
  return rows[0]?.epoch ?? undefined;
};

/**
 * Closes the journal that a locked agent is billed by, for good, and bills another from now on; `by` is who decided so.
 */
export const replaceJournal = async (
  trx: Db,
  nodeId: string,
  change: { readonly from: string; readonly to: string; readonly by: string | null; readonly at: Date },
): Promise<void> => {
  const { from, to, by, at } = change;
  await sql`
    insert into node_books_closed (node_id, epoch, closed_at, closed_by) values (${nodeId}, ${from}, ${at}, ${by})
    on conflict do nothing`.execute(trx);
  await sql`
    update node_agents set epoch = ${to}, epoch_open = false, acked_seq = ${lastBatch(nodeId, to)}
     where node_id = ${nodeId}`.execute(trx);
};

/** Reports of the billed journal that the agent no longer has, and the time that they covered. */
export interface MissingRow {
  readonly node_id: string;
  readonly epoch: string;
  readonly first: number;
  readonly last: number;
  readonly since: Date | null;
  readonly until: Date | null;
}

/**
 * The gaps that hold up the billing of all nodes, or of one: each ends before the newest report that came out of order,
 * as long as the alarm about it is open. A decision about that report itself does not close the gap before it.
 */
export const missingReports = async (db: Db, nodeId?: string): Promise<MissingRow[]> => {
  const { rows } = await sql<MissingRow>`
    select a.node_id, a.epoch, a.acked_seq + 1 as first, c.seq - 1 as last, b.to_at as since, c.from_at as until
      from node_agents a
      cross join lateral (select c.seq, c.from_at from usage_held c
                           where c.node_id = a.node_id and c.epoch = a.epoch and c.seq > a.acked_seq + 1
                             and c.part = 'conflict' and c.reason->>'code' = 'gap'
                           order by c.seq desc limit 1) c
      left join usage_batches b on b.node_id = a.node_id and b.epoch = a.epoch and b.seq = a.acked_seq
     where (${nodeId ?? null}::uuid is null or a.node_id = ${nodeId ?? null}::uuid)
       and exists (select from node_alarms m where m.node_id = a.node_id and m.kind = 'gap' and m.closed_at is null)`.execute(
    db,
  );
  return rows;
};

/** Goes on behind reports of a locked agent that are missing; the one after `last` is the next to be billed. */
export const skipReports = async (trx: Db, { node_id, last }: Pick<MissingRow, 'node_id' | 'last'>): Promise<void> => {
  await trx.updateTable('node_agents').set({ acked_seq: last }).where('node_id', '=', node_id).execute();
};

/** Lets a closed journal be billed again: the node was enrolled with it. */
export const reopenJournal = async (trx: Db, { nodeId, epoch }: JournalName): Promise<void> => {
  await sql`delete from node_books_closed where node_id = ${nodeId} and epoch = ${epoch}`.execute(trx);
};

/**
 * Lets the panel adopt the journal that an agent keeps right after an installation, whoever made it. True when it is
 * another than the billed one; a closed one stays closed.
 */
export const expectJournal = async (db: Db, journal: JournalName): Promise<boolean> => {
  if (await isClosed(db, journal)) return false;
  const { nodeId, epoch } = journal;
  const { numAffectedRows } = await sql`
    update node_agents set epoch_open = true where node_id = ${nodeId} and epoch <> ${epoch}`.execute(db);
  return Number(numAffectedRows ?? 0n) > 0;
};
