import { sql } from 'kysely';
import { byId, type AuditReader } from '../platform/audit-rules.ts';
import { offerOf } from './offer.ts';

/**
 * Products on sale for the audit. The whole offer stands beside the fields that make it, so that an entry that holds
 * some of these tells what is sold for how much.
 */
export const comboFields: AuditReader = async (trx, ids) => {
  const rows = await trx
    .selectFrom('combos')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute();
  return byId(rows, ({ id: _id, created_at: _made, deleted_at: _gone, ...fields }) => ({
    ...fields,
    offer: offerOf(fields),
  }));
};
