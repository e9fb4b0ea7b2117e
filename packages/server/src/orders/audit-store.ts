import { sql } from 'kysely';
import { byId, type AuditReader, type AuditValue } from '../platform/audit-rules.ts';

/** Orders for the audit, with the money that came for them. Milli-yuan. */
export const orderFields: AuditReader = async (trx, ids) => {
  const { rows } = await sql<{ readonly id: string } & Readonly<Record<string, AuditValue>>>`
    select o.id, o.status, o.name, o.price, o.discount, o.wallet_spend,
           coalesce((select jsonb_agg(jsonb_build_object('reference', p.reference, 'source', p.source, 'amount', p.amount,
                                                         'outcome', p.outcome, 'reason', p.reason) order by p.settled_at, p.id)
                       from payments p join trades t on t.id = p.trade_id where t.order_id = o.id), '[]') as payments
      from orders o where o.id = any(${[...ids]}::uuid[])`.execute(trx);
  return byId(rows, ({ id: _id, ...fields }) => fields);
};

/** What providers said of money, for the audit. Thousandths of the currency. */
export const claimFields: AuditReader = async (trx, ids) => {
  const rows = await trx
    .selectFrom('claims')
    .select(['id', 'instance', 'reference', 'trade_number', 'amount', 'currency', 'state', 'verdict'])
    .where('id', 'in', [...ids])
    .execute();
  return byId(rows, ({ id: _id, ...fields }) => fields);
};

/** Money that is, or was, nobody's, for the audit. Thousandths of the currency. */
export const unclaimedFields: AuditReader = async (trx, ids) => {
  const rows = await trx
    .selectFrom('payments')
    .select(['id', 'instance', 'reference', 'amount', 'currency', 'outcome', 'trade_id', 'credited_to', 'resolved_why'])
    .where('id', 'in', [...ids])
    .execute();
  return byId(rows, ({ id: _id, ...fields }) => fields);
};

/** Flags of orders for the audit, with what was taken back. Bytes, milliseconds, milli-yuan. */
export const orderFlagFields: AuditReader = async (trx, ids) => {
  const { rows } = await sql<{ readonly id: string } & Readonly<Record<string, AuditValue>>>`
    select f.id, f.order_id, f.reason, f.note, f.state, f.closed_why, b.traffic, b.vip_ms, b.rebate, b.credited
      from order_flags f left join order_take_backs b on b.flag_id = f.id
     where f.id = any(${[...ids]}::uuid[])`.execute(trx);
  return byId(rows, ({ id: _id, ...fields }) => fields);
};
