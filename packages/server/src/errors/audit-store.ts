import type { AuditReader } from '../platform/audit-rules.ts';
import { countErrors } from './store.ts';

/** The one error log that there is. */
export const ERROR_LOG = 'errors';

/** The error log for the audit: how many rows it has. */
export const errorLogFields: AuditReader = async (trx) => new Map([[ERROR_LOG, { rows: await countErrors(trx) }]]);
