import type { UsageBatch, UsageRow } from '@skyport/contract/fleet';
import type { QuarantineReason } from '@skyport/contract/quarantine-reasons';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { compressRows, decompressRows } from './compressed-rows.ts';
import { batchBytes } from '../pull/pull-rules.ts';
import type { QuarantinedPart } from '../trust/trust-rules.ts';
import { instant, type BatchName } from '../pull/usage-store.ts';

/** Compressed bytes that wait for decisions, of one node, at most; each part counts for a little more than its rows. */
export const QUARANTINE_MOST_BYTES = 64 * 1024 * 1024;
const PART_BYTES = 512;

/** Whether so many more bytes of a node would be more than is kept of it. */
export const hasRoom = async (db: Db, nodeId: string, more: number): Promise<boolean> => {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(octet_length(rows) + ${PART_BYTES}), 0)::bigint as bytes from usage_held
     where node_id = ${nodeId} and state = 'quarantined'`.execute(db);
  return (rows[0]?.bytes ?? 0) + PART_BYTES + more <= QUARANTINE_MOST_BYTES;
};

/** `batch`: all of its rows. `conflict`: it cannot stand among the others. `rows`: some of it. */
export type QuarantineKind = 'batch' | 'conflict' | 'rows';

/** Rows ready to be kept. */
export interface CompressedPart extends QuarantinedPart {
  readonly compressed: Buffer;
}

/** Compresses parts before any transaction needs them. */
export const compressParts = (parts: readonly QuarantinedPart[]): Promise<CompressedPart[]> =>
  Promise.all(parts.map(async (part) => ({ ...part, compressed: await compressRows(part.rows) })));

/** Keeps a part of a batch until somebody decides about it, once for each content. */
export const keepPart = async (
  db: Db,
  { name, batch, kind, at }: { name: BatchName; batch: UsageBatch; kind: QuarantineKind; at: Date },
  { reason, rows, compressed }: CompressedPart,
): Promise<void> => {
  const [up, down] = batchBytes({ rows }).map((sum) => least(sum));
  const users = new Set(rows.map(([, user]) => user)).size;
  await sql`
    insert into usage_held (node_id, epoch, seq, sha256, part, reason, seen_at, day, from_at, to_at, row_count, user_count, up, down, rows)
    values (${name.nodeId}, ${name.epoch}, ${name.seq}, decode(${batch.sha256}, 'hex'), ${kind === 'rows' ? reason.code : kind},
            ${JSON.stringify(reason)}::jsonb, ${at}, ${batch.day}, ${instant(batch.from)}, ${instant(batch.to)}, ${rows.length},
            ${users}, ${up}, ${down}, ${compressed})
    on conflict do nothing`.execute(db);
};

const least = (sum: bigint): number => Number(sum > MOST ? MOST : sum);
const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/** A report, or rows of one, that was not billed by itself. */
export interface QuarantinedRow {
  readonly id: string;
  readonly node_id: string;
  readonly node_name: string;
  readonly kind: QuarantineKind;
  readonly seq: number;
  readonly reason: QuarantineReason;
  readonly at: Date;
  readonly rows: number;
  readonly users: number;
  readonly up: number;
  readonly down: number;
  readonly state: 'quarantined' | 'billed' | 'dismissed';
  readonly billed: number;
  readonly settled_at: Date | null;
  readonly settled_by: string | null;
  readonly settle_reason: string;
  readonly from_at: Date | null;
  readonly to_at: Date | null;
  /** How many billed reports of the node may be the same bytes; with their bytes and their span. */
  readonly beside: number;
  readonly beside_up: string;
  readonly beside_down: string;
  readonly beside_from: Date | null;
  readonly beside_to: Date | null;
  readonly same_number: boolean | null;
}

const another = (of: 'b' | 'c') => sql.raw(`(${of}.epoch, ${of}.seq, ${of}.sha256) <> (h.epoch, h.seq, h.sha256)`);

/**
 * What was billed of the node of `h` (quarantined rows) for the same time or under the same number, once each. Spans
 * that only touch share nothing, and rows share nothing with the others of their own report. Nothing is searched where
 * `h` was decided about.
 */
const besides = sql`
  select count(*)::integer as beside, coalesce(sum(up), 0)::text as beside_up, coalesce(sum(down), 0)::text as beside_down,
         min(from_at) as beside_from, max(to_at) as beside_to, bool_or(epoch = h.epoch and seq = h.seq) as same_number
    from (select epoch, seq, up::numeric, down::numeric, from_at, to_at from usage_batches b
           where h.state = 'quarantined' and b.node_id = h.node_id and b.state = 'applied' and ${another('b')}
             and b.to_at >= h.from_at and b.from_at <= h.to_at
             and ((b.to_at > h.from_at and b.from_at < h.to_at) or (b.from_at = h.from_at and b.to_at = h.to_at))
          union
          select epoch, seq, up::numeric, down::numeric, from_at, to_at from usage_batches b
           where h.state = 'quarantined' and b.node_id = h.node_id and b.epoch = h.epoch and b.seq = h.seq and b.state = 'applied'
             and ${another('b')}
          union
          select epoch, seq, up::numeric, down::numeric, from_at, to_at from usage_held c
           where h.state = 'quarantined' and c.node_id = h.node_id and c.state = 'billed' and ${another('c')}
             and ((c.to_at > h.from_at and c.from_at < h.to_at) or (c.from_at = h.from_at and c.to_at = h.to_at)
                  or (c.epoch = h.epoch and c.seq = h.seq))) as billed_before`;

/** Quarantined reports, the newest first: those that wait, or those that were decided about. */
export const listQuarantined = async (db: Db, decided: boolean, limit: number): Promise<QuarantinedRow[]> => {
  const states = decided ? ['billed', 'dismissed'] : ['quarantined'];
  const { rows } = await sql<QuarantinedRow>`
    select h.id, h.node_id, n.name as node_name, case when h.part in ('batch', 'conflict') then h.part else 'rows' end as kind, h.seq,
           h.reason, h.seen_at as at, h.state, h.billed, h.settled_at, u.email as settled_by, h.settle_reason, h.from_at, h.to_at,
           h.row_count as rows, h.user_count as users, h.up, h.down, b.*
      from (select * from usage_held where state = any(${states}) order by seen_at desc, id limit ${limit}) h
      join nodes n on n.id = h.node_id left join users u on u.id = h.settled_by
      cross join lateral (${besides}) b
     order by h.seen_at desc, h.id`.execute(db);
  return rows;
};

/**
 * A locked report with everything that billing it needs. `day` is the node's business day, null where it was not kept.
 */
export interface LockedReport {
  readonly nodeId: string;
  readonly state: 'quarantined' | 'billed' | 'dismissed';
  readonly day: string | null;
  readonly from: Date;
  readonly rows: readonly UsageRow[];
}

/** The node of a quarantined report; undefined when there is none of that id. */
export const nodeOfQuarantined = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('usage_held').select('node_id').where('id', '=', id).executeTakeFirst())?.node_id;

/** How many billed reports of its node a quarantined one may repeat, and their bytes up and down. */
export const billedBeside = async (trx: Db, id: string): Promise<{ reports: number; bytes: bigint }> => {
  const { rows } = await sql<{ beside: number; beside_up: string; beside_down: string }>`
    select b.* from usage_held h cross join lateral (${besides}) b where h.id = ${id}`.execute(trx);
  const [found] = rows;
  return { reports: found?.beside ?? 0, bytes: BigInt(found?.beside_up ?? 0) + BigInt(found?.beside_down ?? 0) };
};

/** Locks a quarantined report; undefined when there is none of that id. */
export const lockQuarantined = async (trx: Db, id: string): Promise<LockedReport | undefined> => {
  const { rows } = await sql<Omit<LockedReport, 'rows'> & { compressed: Buffer }>`
    select node_id as "nodeId", state, day, coalesce(from_at, seen_at) as "from", rows as compressed
      from usage_held where id = ${id} for update`.execute(trx);
  const [found] = rows;
  if (!found) return undefined;
  const { compressed, ...report } = found;
  return { ...report, rows: await decompressRows(compressed) };
};

/** What was decided about a quarantined report, and by whom (a user's id). */
export interface Decision {
  readonly state: 'billed' | 'dismissed';
  readonly billed: number;
  readonly reason: string;
  readonly by: string;
  readonly at: Date;
}

/** Writes the decision about a locked report. */
export const decideQuarantined = async (trx: Db, id: string, made: Decision): Promise<void> => {
  await trx
    .updateTable('usage_held')
    .set({
      state: made.state,
      billed: made.billed,
      settled_at: made.at,
      settled_by: made.by,
      settle_reason: made.reason,
    })
    .where('id', '=', id)
    .where('state', '=', 'quarantined')
    .execute();
};

/** Whether reports of a node still wait for a decision, but those that are in conflict with others. */
export const hasQuarantined = async (db: Db, nodeId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from usage_held where node_id = ${nodeId} and state = 'quarantined' and part <> 'conflict' limit 1`.execute(
    db,
  );
  return rows.length > 0;
};
