import { sql } from 'kysely';
import { byId, hidden, type AuditReader } from '../../platform/audit-rules.ts';
import type { InstanceRow } from './instance-store.ts';

/** Payment instances for the audit; of a secret only whether it is set, and whether it changed. */
export const payInstanceFields: AuditReader = async (trx, ids) => {
  const rows = await trx
    .selectFrom('pay_instances')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return byId(
    rows as unknown as InstanceRow[],
    ({
      id: _id,
      version: _version,
      created_at: _made,
      account: _account,
      shares_account: _shared,
      product: _product,
      config,
      secrets,
      ...fields
    }) => ({
      ...fields,
      ...config,
      ...Object.fromEntries(Object.entries(secrets).map(([name, text]) => [name, hidden(text === '' ? null : text)])),
    }),
  );
};
