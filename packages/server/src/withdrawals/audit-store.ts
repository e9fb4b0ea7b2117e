import { sql } from 'kysely';
import { byId, type AuditReader, type AuditValue } from '../platform/audit-rules.ts';

/** Withdrawals for the audit. Milli-yuan, and thousandths of a USDT. */
export const withdrawalFields: AuditReader = async (trx, ids) => {
  const rows = await trx
    .selectFrom('withdrawals')
    .select(['id', 'user_id', 'status', 'amount', 'usdt', 'network', 'address', 'txid', 'msg'])
    .where('id', 'in', [...ids])
    .execute();
  return byId(rows, ({ id: _id, ...fields }) => fields);
};

/** Wallets by the ids of their owners, for the audit. Milli-yuan. */
export const walletFields: AuditReader = async (trx, ids) => {
  const { rows } = await sql<{ readonly id: string } & Readonly<Record<string, AuditValue>>>`
    select u.id, coalesce(max(a.balance) filter (where a.kind = 'wallet'), 0)::bigint as other,
           coalesce(max(a.balance) filter (where a.kind = 'wallet_rebate'), 0)::bigint as rebates
      from users u left join ledger_account a on a.owner = u.num and a.unit = 'CNY_MILLI'
     where u.id = any(${[...ids]}::uuid[]) group by u.id`.execute(trx);
  return byId(rows, ({ id: _id, ...fields }) => fields);
};
