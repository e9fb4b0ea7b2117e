import { byId, type AuditReader } from '../platform/audit-rules.ts';
import { findBackups } from './list-store.ts';

/** Backups for the audit. */
export const backupFields: AuditReader = async (trx, ids) =>
  byId(await findBackups(trx, ids), ({ file, origin, state, restore_state, delete_asked_at }) => ({
    file,
    origin,
    state,
    restore_state,
    deleting: delete_asked_at !== null,
  }));
