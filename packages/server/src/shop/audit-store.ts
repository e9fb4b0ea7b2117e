import { sql } from 'kysely';
import { type AuditReader, offersById } from '../platform/audit-rules.ts';
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
  return offersById(rows, offerOf);
};
