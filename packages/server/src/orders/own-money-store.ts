import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { Begun, Charge } from '../platform/payment-providers.ts';
import { tradeIdOf } from './inbox-rules.ts';

/** Money of an instance that is stored here, in thousandths of its currency. */
export interface StoredMoney {
  readonly kind: 'paid' | 'refunded' | 'disputed';
  readonly reference: string;
  readonly key: string;
  readonly tradeNumber: string;
  readonly amount: number;
  readonly currency: string;
  /** What its payer was charged, where the amount is only what that is worth. */
  readonly charge: Charge | null;
  readonly at: Date;
}

/** Which money: of an instance, paid in a span of time, named by one of the keys or of one of the trades. */
export interface WhichMoney {
  readonly instance: string;
  readonly from: Date;
  readonly to: Date;
  readonly keys: readonly string[];
  /** Our numbers of trades. */
  readonly trades: readonly string[];
}

/**
 * Payments of an instance that were paid in a span of time, are named or are of a trade, as who has them told of them,
 * and what it said of money that went back or is disputed. What a receipt was joined by counts as that.
 */
export const storedMoney = async (db: Db, { instance, from, to, keys, trades }: WhichMoney): Promise<StoredMoney[]> => {
  const { rows } = await sql<StoredMoney>`
    select 'paid' as kind, p.reference, p.reference_key as key,
           coalesce(c.trade_number, case when p.source = 'provider' then replace(p.trade_id::text, '-', '') end, '')
             as "tradeNumber",
           coalesce(c.amount, p.amount) as amount, coalesce(c.currency, p.currency) as currency,
           case when c.charge_currency is not null
                then jsonb_build_object('currency', c.charge_currency, 'minor', c.charge_minor) end as charge,
           p.paid_at as at
      from payments p left join claims c on c.instance = p.holder and c.reference_key = p.reference_key
     where p.holder = ${instance} and p.reference not like '%+surplus'
       and (p.paid_at >= ${from} and p.paid_at < ${to} or p.reference_key = any(${[...keys]})
            or p.trade_id = any(${[...trades]}::uuid[]))
    union all
    select case e.reason when 'dispute' then 'disputed' else 'refunded' end, e.reference, e.reference_key,
           e.trade_number, e.amount, e.currency, null, e.said_at
      from taken_back_events e
     where e.instance = ${instance}
       and (e.said_at >= ${from} and e.said_at < ${to} or e.reference_key = any(${[...keys]}))`.execute(db);
  return rows;
};

/** Instances of trades, by our numbers of them; what is no such number has none. */
export const instancesOfTrades = async (db: Db, numbers: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const own = numbers.flatMap((number) => tradeIdOf(number) ?? []);
  if (own.length === 0) return new Map();
  const { rows } = await sql<{ number: string; instance: string }>`
    select replace(id::text, '-', '') as number, instance from trades where id = any(${own}::uuid[])`.execute(db);
  return new Map(rows.map(({ number, instance }) => [number, instance]));
};

/** A trade as its provider has begun it, by our number. */
export interface BegunTrade extends Begun {
  readonly number: string;
}

/** Trades of an instance that are asked about, and how many there are to ask about in all. */
export interface TradesOfDay {
  readonly trades: readonly BegunTrade[];
  readonly total: number;
}

/**
 * An instance's trades that could be paid in a span of time, or were paid in it as we know, newest first. One that can
 * be paid across its end is of either span: who pays after midnight is missed by none of them. Trades that were `heard`
 * of are left out.
 */
export const tradesPayable = async (
  db: Db,
  { instance, from, to, heard }: Pick<WhichMoney, 'instance' | 'from' | 'to'> & { readonly heard: readonly string[] },
  most: number,
): Promise<TradesOfDay> => {
  const { rows } = await sql<BegunTrade & { readonly total: number }>`
    select replace(id::text, '-', '') as number, coalesce(provider_no, '') as "providerNo", amount,
           (count(*) over ())::int as total
      from trades
     where instance = ${instance}
       and (created_at < ${to} and expires_at >= ${from}
            or id in (select trade_id from payments
                       where holder = ${instance} and paid_at >= ${from} and paid_at < ${to}))
       and id <> all(${[...heard]}::uuid[])
     order by created_at desc limit ${most}`.execute(db);
  return { trades: rows.map(({ total: _total, ...trade }) => trade), total: rows[0]?.total ?? 0 };
};
