import { byId, type AuditReader } from '../platform/audit-rules.ts';
import { findQueued } from './store.ts';

/** Jobs of the queue for the audit. */
export const jobFields: AuditReader = async (trx, ids) =>
  byId(await findQueued(trx, ids), ({ name, state, attempts, run_at }) => ({ name, state, attempts, run_at }));
