import { sql } from 'kysely';
import { byId, type AuditReader, type AuditValue } from '../platform/audit-rules.ts';

/** Exports for the audit: which list, which of its rows and columns, and how many rows it was. */
export const exportFields: AuditReader = async (trx, ids) => {
  const { rows } = await sql<{ readonly id: string } & Readonly<Record<string, AuditValue>>>`
    select id, list, filter, titles as columns, rows from list_exports
     where id = any(${[...ids]}::uuid[])`.execute(trx);
  return byId(rows, ({ id: _id, ...fields }) => fields);
};
