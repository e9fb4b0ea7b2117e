import { sql } from 'kysely';
import { byId, type AuditReader } from '../platform/audit-rules.ts';

/** Tickets for the audit: what was said stands in the ticket itself, where nobody changes it. */
export const ticketFields: AuditReader = async (trx, ids) => {
  const rows = await trx
    .selectFrom('tickets')
    .select(['id', 'title', 'state', 'replies', 'granted'])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return byId(rows, ({ id: _id, ...fields }) => fields);
};

/** Canned answers for the audit. */
export const cannedFields: AuditReader = async (trx, ids) => {
  const rows = await trx
    .selectFrom('canned_answers')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return byId(rows, ({ id: _id, ...fields }) => fields);
};
