import { sql } from 'kysely';
import { byId, type AuditReader } from '../platform/audit-rules.ts';

/** Permissions for the audit. */
export const permissionFields: AuditReader = async (trx, ids) => {
  const rows = await trx
    .selectFrom('permissions')
    .select(['id', 'name', 'description'])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return byId(rows, ({ id: _id, ...fields }) => fields);
};
