import { sql } from 'kysely';
import { byId, hidden, type AuditReader } from '../platform/audit-rules.ts';
import type { EntryRow } from './entry-store.ts';
import type { LineRow } from './line-store.ts';
import type { NodeRow } from './store.ts';

/** What an audit never shows of a row: where it stands in the database, and when it came and went. */
interface Kept {
  readonly created_at: Date;
  readonly deleted_at: Date | null;
}

/** Nodes for the audit, without their counters. */
export const nodeFields: AuditReader = async (trx, ids) => {
  const { rows } = await sql<NodeRow & Kept>`
    select * from nodes where id = any(${[...ids]}::uuid[]) and deleted_at is null`.execute(trx);
  return byId(rows, (row) => {
    const { id: _id, config_pushes: _pushes, created_at: _made, deleted_at: _gone, ...fields } = row;
    const { ssh_password_enc: password, warp_keys_enc: warpKeys, ...shown } = fields;
    return { ...shown, ssh_password: hidden(password), warp_keys: hidden(warpKeys) };
  });
};

/** How often configurations were pushed to nodes. */
export const pushFields: AuditReader = async (trx, ids) => {
  const { rows } = await sql<{ id: string; config_pushes: number }>`
    select id, config_pushes from nodes where id = any(${[...ids]}::uuid[]) and deleted_at is null`.execute(trx);
  return byId(rows, ({ config_pushes }) => ({ config_pushes }));
};

/** Enrolment codes of nodes, by the node's id. */
export const enrolmentFields: AuditReader = async (trx, ids) => {
  const { rows } = await sql<{ id: string; code_enc: Buffer; expires_at: Date }>`
    select node_id as id, code_enc, expires_at from node_enrolments where node_id = any(${[...ids]}::uuid[])`.execute(
    trx,
  );
  return byId(rows, ({ code_enc, expires_at }) => ({ expires_at, code: hidden(code_enc) }));
};

/** Entries for the audit. */
export const entryFields: AuditReader = async (trx, ids) => {
  const { rows } = await sql<EntryRow & Kept>`
    select * from entries where id = any(${[...ids]}::uuid[]) and deleted_at is null`.execute(trx);
  return byId(rows, ({ id: _id, created_at: _made, deleted_at: _gone, ...fields }) => fields);
};

/** Lines for the audit, without their counters; their keys are secrets, those in documents too. */
export const lineFields: AuditReader = async (trx, ids) => {
  const { rows } = await sql<LineRow & Kept>`
    select * from lines where id = any(${[...ids]}::uuid[]) and deleted_at is null`.execute(trx);
  return byId(rows, (row) => {
    const { id: _id, created_at: _made, deleted_at: _gone, secrets_enc: keys, public_secrets: shared, ...fields } = row;
    return { ...fields, keys: hidden(keys), shared_keys: hidden(JSON.stringify(shared)) };
  });
};

/** Traffic counters of lines. */
export const lineTrafficFields: AuditReader = async (trx, ids) => {
  const { rows } = await sql<{ id: string; hot: number }>`
    select l.id, h.hot from lines l join line_hot h on h.line_num = l.num
     where l.id = any(${[...ids]}::uuid[]) and l.deleted_at is null`.execute(trx);
  return byId(rows, ({ hot }) => ({ hot }));
};
