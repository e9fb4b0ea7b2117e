import { byId, type AuditReader } from '../platform/audit-rules.ts';

/** Requests of customers for the audit. */
export const moneyRequestFields: AuditReader = async (trx, ids) => {
  const rows = await trx
    .selectFrom('money_requests')
    .select(['id', 'user_id', 'order_id', 'reference', 'state', 'answer'])
    .where('id', 'in', [...ids])
    .execute();
  return byId(rows, ({ id: _id, ...fields }) => fields);
};

/** Differences of a reconciliation for the audit. Thousandths of the currency. */
export const differenceFields: AuditReader = async (trx, ids) => {
  const rows = await trx
    .selectFrom('reconciliation_lines')
    .select(['id', 'instance', 'reference', 'kind', 'theirs', 'ours', 'state', 'closed_why'])
    .where('id', 'in', [...ids])
    .execute();
  return byId(rows, ({ id: _id, ...fields }) => fields);
};
