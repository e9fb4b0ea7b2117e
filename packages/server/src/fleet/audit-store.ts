import { sql } from 'kysely';
import { byId, type AuditReader } from '../platform/audit-rules.ts';

/** Alarms of nodes for the audit. */
export const alarmFields: AuditReader = async (trx, ids) => {
  const { rows } = await sql<{ id: string; node_id: string; kind: string; closed_at: Date | null }>`
    select id, node_id, kind, closed_at from node_alarms where id = any(${[...ids]}::uuid[])`.execute(trx);
  return byId(rows, ({ id: _id, ...fields }) => fields);
};

interface Report {
  readonly id: string;
  readonly state: string;
  readonly billed: number;
  readonly reason: string;
}

/** Reports that wait for a decision, or were decided about. */
export const reportFields: AuditReader = async (trx, ids) => {
  const { rows } = await sql<Report>`
    select id, state, billed, settle_reason as reason from usage_held where id = any(${[...ids]}::uuid[])`.execute(trx);
  return byId(rows, ({ id: _id, ...fields }) => fields);
};

interface JournalRow {
  readonly id: string;
  readonly epoch: string;
  readonly acked_seq: number;
  readonly closed: string[];
}

/** The usage journals that nodes are billed by, and those that were closed, by the node's id. */
export const journalFields: AuditReader = async (trx, ids) => {
  const { rows } = await sql<JournalRow>`
    select node_id as id, epoch, acked_seq,
           array(select epoch::text from node_books_closed c where c.node_id = a.node_id order by closed_at, 1) as closed
      from node_agents a where node_id = any(${[...ids]}::uuid[])`.execute(trx);
  return byId(rows, ({ id: _id, ...fields }) => fields);
};

/** Raw bytes of undone days, by the node's id. */
export const nodeUseFields: AuditReader = async (trx, ids) => {
  const { rows } = await sql<{ id: string; undone: Record<string, number> }>`
    select n.id, coalesce((select jsonb_object_agg(u.day, u.raw) from node_undone u where u.node_id = n.id), '{}') as undone
      from nodes n where n.id = any(${[...ids]}::uuid[])`.execute(trx);
  return byId(rows, ({ id: _id, ...fields }) => fields);
};
