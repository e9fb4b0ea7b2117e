import type { Db } from '@skyport/db';
import type { AuditEntry } from './audit-rules.ts';

/** Writes entries of the audit, each with its HMAC, by one statement. */
export const insertEntries = async (
  trx: Db,
  entries: readonly (AuditEntry & { readonly mac: Buffer })[],
): Promise<void> => {
  const rows = entries.map((entry) => ({
    ...entry,
    before: entry.before && JSON.stringify(entry.before),
    after: entry.after && JSON.stringify(entry.after),
    detail: JSON.stringify(entry.detail),
  }));
  await trx.insertInto('audit_log').values(rows).execute();
};
