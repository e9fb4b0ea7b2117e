import { sql } from 'kysely';
import { type AuditReader, offersById } from '../platform/audit-rules.ts';
import { offerOf } from './offer.ts';

/**
 * Prizes for the audit. The whole offer stands beside the fields that make it, so that an entry that holds some of
 * these tells what can be won.
 */
export const prizeFields: AuditReader = async (trx, ids) => {
  const rows = await trx
    .selectFrom('prizes')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute();
  return offersById(rows, offerOf);
};
