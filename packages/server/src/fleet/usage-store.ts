import type { UsageBatch } from '@skyport/contract/fleet';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** A batch's name: no two of them are applied. */
export interface BatchName {
  readonly nodeId: string;
  readonly epoch: string;
  readonly seq: number;
}

/**
 * Digest of the batch of that name, hex; undefined when there is none. With `sha256`, the batch of that content counts as
 * there also when it had been kept aside and was decided about by hand: it is not billed once more.
 */
export const findBatch = async (
  db: Db,
  { nodeId, epoch, seq }: BatchName,
  sha256?: string,
): Promise<string | undefined> => {
  const { rows } = await sql<{ sha256: string }>`
    select encode(sha256, 'hex') as sha256 from usage_batches
     where node_id = ${nodeId} and epoch = ${epoch} and seq = ${seq}
    union all
    select encode(sha256, 'hex') from usage_conflicts
     where node_id = ${nodeId} and epoch = ${epoch} and seq = ${seq} and state <> 'quarantined'
       and sha256 = decode(${sha256 ?? ''}, 'hex')
    limit 1`.execute(db);
  return rows[0]?.sha256;
};

/** What became of a batch. */
export interface BatchVerdict {
  readonly state: 'applied' | 'quarantined';
  readonly reason: string;
  readonly billed: number;
  readonly at: Date;
}

/** Bytes that a row can hold; a lie beyond that is kept in the rows of the quarantined batch. */
const HIGHEST = 2n ** 63n - 1n;
const kept = (n: bigint): string => (n > HIGHEST ? HIGHEST : n).toString();

/** Stores a batch; false when one of its name is there already. Rows are kept when it was not billed. */
export const insertBatch = async (
  trx: Db,
  name: BatchName,
  batch: UsageBatch,
  verdict: BatchVerdict & { readonly bytes: readonly [up: bigint, down: bigint]; readonly day: string },
): Promise<boolean> => {
  const rows = verdict.state === 'quarantined' ? JSON.stringify(batch.rows) : null;
  const [up, down] = verdict.bytes;
  const { numAffectedRows } = await sql`
    insert into usage_batches (node_id, epoch, seq, day, sha256, from_at, to_at, row_count, up, down, billed, state, reason,
                               rows, applied_at)
    values (${name.nodeId}, ${name.epoch}, ${name.seq}, ${verdict.day}, decode(${batch.sha256}, 'hex'),
            ${instant(batch.from)}, ${instant(batch.to)}, ${batch.rows.length}, ${kept(up)}::bigint, ${kept(down)}::bigint,
            ${verdict.billed}, ${verdict.state}, ${verdict.reason}, ${rows}::jsonb, ${verdict.at})
    on conflict do nothing`.execute(trx);
  if (Number(numAffectedRows ?? 0n) === 0) return false;
  await endConflict(trx, name, batch.sha256, verdict.at);
  return true;
};

/** What was kept aside and has come in as a batch after all does not wait for a decision any more. */
const endConflict = async (trx: Db, { nodeId, epoch, seq }: BatchName, sha256: string, at: Date): Promise<void> => {
  await sql`
    update usage_conflicts set state = 'dismissed', settled_at = ${at}, settle_reason = ${TAKEN_AFTER_ALL}
     where node_id = ${nodeId} and epoch = ${epoch} and seq = ${seq} and sha256 = decode(${sha256}, 'hex')
       and state = 'quarantined'`.execute(trx);
};
const TAKEN_AFTER_ALL = '该报告随后已正常入账';

/** The last instant that both JavaScript and PostgreSQL can write down: an agent may claim any number. */
const LATEST = Date.parse('9999-12-31T00:00:00Z');
const instant = (ms: number): Date => new Date(Math.min(ms, LATEST));

/** Keeps a batch that cannot stand among the others, once for each content. */
export const keepConflict = async (
  db: Db,
  name: BatchName,
  batch: UsageBatch,
  { reason, at }: { readonly reason: string; readonly at: Date },
): Promise<void> => {
  await sql`
    insert into usage_conflicts (node_id, epoch, seq, sha256, reason, rows, seen_at, day, from_at, to_at)
    values (${name.nodeId}, ${name.epoch}, ${name.seq}, decode(${batch.sha256}, 'hex'), ${reason},
            ${JSON.stringify(batch.rows)}::jsonb, ${at}, ${batch.day}, ${instant(batch.from)}, ${instant(batch.to)})
    on conflict do nothing`.execute(db);
};

/** Up to when (ms) a store has reported, and how much for the very same time. */
export const reportedBefore = async (
  db: Db,
  { nodeId, epoch, seq }: BatchName,
  batch: Pick<UsageBatch, 'from' | 'to'>,
): Promise<{ until: number; sameSpanBytes: bigint }> => {
  const [from, to] = [instant(batch.from), instant(batch.to)];
  const { rows } = await sql<{ until: Date | null; bytes: string }>`
    select max(to_at) filter (where not same) as until, coalesce(sum(up::numeric + down) filter (where same), 0)::text as bytes
      from (select to_at, up, down, from_at = ${from} and to_at = ${to} as same from usage_batches
             where node_id = ${nodeId} and epoch = ${epoch} and seq < ${seq} and state = 'applied'
             order by seq desc limit 64) b`.execute(db);
  return { until: rows[0]?.until?.getTime() ?? 0, sameSpanBytes: BigInt(rows[0]?.bytes ?? '0') };
};

/** Moves the acknowledgement on by exactly one batch. Throws when another one was applied meanwhile. */
export const acknowledge = async (trx: Db, { nodeId, epoch, seq }: BatchName): Promise<void> => {
  const { numAffectedRows } = await sql`
    update node_agents set acked_seq = ${seq}
     where node_id = ${nodeId} and epoch = ${epoch} and acked_seq = ${seq - 1}`.execute(trx);
  if (Number(numAffectedRows ?? 0n) !== 1)
    throw new Error(`batch ${seq} of node ${nodeId} does not follow the last one`);
};

/** When a batch of the node was last applied. */
export const lastApplied = async (db: Db, nodeId: string): Promise<Date | undefined> => {
  const { rows } = await sql<{ at: Date | null }>`
    select max(applied_at) as at from usage_batches where node_id = ${nodeId} and state = 'applied'`.execute(db);
  return rows[0]?.at ?? undefined;
};
