import type { UsageBatch } from '@skyport/contract/fleet';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { LATEST_MS } from '../../platform/clock.ts';
import type { JournalName } from '../journals/journal-store.ts';

/** A batch's name: no two of them are applied. */
export interface BatchName extends JournalName {
  readonly seq: number;
}

/** A batch as an agent shows it under a name. */
export interface NamedBatch {
  readonly name: BatchName;
  readonly batch: UsageBatch;
}

/**
 * Digest of the batch of that name, hex; undefined when there is none. With `sha256`, the batch of that content counts
 * as there also when it had been kept aside and was decided about by hand: it is not billed once more.
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
    select encode(sha256, 'hex') from usage_held
     where node_id = ${nodeId} and epoch = ${epoch} and seq = ${seq} and part = 'conflict' and state <> 'quarantined'
       and sha256 = decode(${sha256 ?? ''}, 'hex')
    limit 1`.execute(db);
  return rows[0]?.sha256;
};

/** What became of a batch: some of it was billed, or all of it is quarantined. Raw bytes are those that were billed. */
export interface BatchVerdict {
  readonly state: 'applied' | 'held';
  readonly billed: number;
  readonly at: Date;
  readonly bytes: readonly [up: bigint, down: bigint];
  readonly day: string;
}

/** The largest number of bytes that is kept anywhere: a lie beyond it stands in the quarantined rows. */
const MOST = BigInt(Number.MAX_SAFE_INTEGER);
const kept = (n: bigint): string => (n > MOST ? MOST : n).toString();

/** An instant that an agent claims, ms, as it is kept: it may claim any number. */
export const instant = (ms: number): Date => new Date(Math.min(ms, LATEST_MS));

/** Stores a batch; false when one of its name is there already. */
export const insertBatch = async (trx: Db, named: NamedBatch, verdict: BatchVerdict): Promise<boolean> => {
  const { name, batch } = named;
  const [up, down] = verdict.bytes;
  const { numAffectedRows } = await sql`
    insert into usage_batches (node_id, epoch, seq, day, sha256, from_at, to_at, row_count, up, down, billed, state, applied_at)
    values (${name.nodeId}, ${name.epoch}, ${name.seq}, ${verdict.day}, decode(${batch.sha256}, 'hex'),
            ${instant(batch.from)}, ${instant(batch.to)}, ${batch.rows.length}, ${kept(up)}::bigint, ${kept(down)}::bigint,
            ${verdict.billed}, ${verdict.state}, ${verdict.at})
    on conflict do nothing`.execute(trx);
  if (Number(numAffectedRows ?? 0n) === 0) return false;
  await endConflict(trx, named, verdict.at);
  return true;
};

/**
 * What was kept aside and has come in as a batch after all does not wait for a decision any more. The rows go: they
 * count nowhere from now on, and a node could have any number of them kept by showing each report too early.
 */
const endConflict = async (trx: Db, { name, batch }: NamedBatch, at: Date): Promise<void> => {
  const { nodeId, epoch, seq } = name;
  await sql`
    update usage_held set state = 'dismissed', settled_at = ${at}, settle_reason = ${TAKEN_AFTER_ALL}, rows = ${NO_ROWS}
     where node_id = ${nodeId} and epoch = ${epoch} and seq = ${seq} and sha256 = decode(${batch.sha256}, 'hex')
       and part = 'conflict' and state = 'quarantined'`.execute(trx);
};
const NO_ROWS = Buffer.from('[]');
const TAKEN_AFTER_ALL = '该报告随后已正常入账';

/**
 * Moves the acknowledgement on by exactly one batch, of which so many raw bytes were billed. Throws when another one
 * was applied meanwhile.
 */
export const acknowledge = async (trx: Db, { nodeId, epoch, seq }: BatchName, bytes: number): Promise<void> => {
  const { numAffectedRows } = await sql`
    update node_agents
       set acked_seq = ${seq}, window_bytes = saturated(window_bytes, ${bytes}::bigint)
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
