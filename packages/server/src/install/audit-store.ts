import { sql } from 'kysely';
import { byId, type AuditReader } from '../platform/audit-rules.ts';
import type { InstallRow } from './store.ts';

type Shown = Pick<
  InstallRow,
  | 'state'
  | 'action'
  | 'purge'
  | 'batch_id'
  | 'host_key'
  | 'host_key_kind'
  | 'host_key_at'
  | 'seen_key'
  | 'seen_key_kind'
>;

/** Installations for the audit, by the node's id: what staff ask for, not how far it has come. */
export const installFields: AuditReader = async (trx, ids) => {
  const { rows } = await sql<Shown & { id: string }>`
    select node_id as id, state, action, purge, batch_id, host_key, host_key_kind, host_key_at, seen_key, seen_key_kind
      from node_installs where node_id = any(${[...ids]}::uuid[])`.execute(trx);
  return byId(rows, ({ id: _id, ...fields }) => fields);
};
