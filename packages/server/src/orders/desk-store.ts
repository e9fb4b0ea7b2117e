import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { containing } from '../platform/like-pattern.ts';
import type { Currency } from '../platform/payment-providers.ts';
import { referenceKey } from './claim-rules.ts';
import type { ClaimRow } from './claim-store.ts';
import { tradeIdOf } from './inbox-rules.ts';
import type { PaymentRow } from './payment-store.ts';
import { partOfNumber, partOfReference } from './search-patterns.ts';

/** The trade that money names, with its order and its buyer; null where it names none of ours. */
export interface NamedTrade {
  readonly trade_id: string | null;
  readonly order_id: string | null;
  readonly order_name: string | null;
  readonly user_id: string | null;
  readonly email: string | null;
}

/** A claim with the trade that it names. */
export type ListedClaim = ClaimRow & Omit<NamedTrade, 'trade_id'>;

/** Which money is listed: that of an instance, unless its name is empty, of a currency, and with a text. */
interface Filter {
  readonly instance: string;
  readonly currency?: Currency | undefined;
  /** Part of a number, or of a buyer's address; empty for any. */
  readonly filterStr: string;
}

/** The newest claims that fit, of these states. */
const newestClaims = async (
  db: Db,
  { states, instance, currency, filterStr }: Filter & { readonly states: readonly ClaimRow['state'][] },
  most: number,
): Promise<ListedClaim[]> => {
  const rows = await db
    .selectFrom('claims as c')
    .leftJoin('trades as t', 't.id', 'c.trade_id')
    .leftJoin('orders as o', 'o.id', 't.order_id')
    .leftJoin('users as u', 'u.id', 't.user_id')
    .selectAll('c')
    .select(['t.order_id', 'o.name as order_name', 't.user_id', 'u.email'])
    .where('c.state', 'in', [...states])
    .$if(instance !== '', (q) => q.where('c.instance', '=', instance))
    .$if(currency !== undefined, (q) => q.where('c.currency', '=', currency!))
    .$if(filterStr !== '', (q) =>
      q.where((e) =>
        e.or([
          e('c.reference_key', 'like', partOfReference(filterStr)),
          e('c.trade_number', 'ilike', partOfNumber(filterStr)),
          e(sql<string>`replace(t.order_id::text, '-', '')`, 'ilike', partOfNumber(filterStr)),
          e('u.email', 'ilike', containing(filterStr)),
        ]),
      ),
    )
    .orderBy('c.received_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(most)
    .execute();
  return rows as unknown as ListedClaim[];
};

/**
 * The newest claims that fit, of one state where one is named; without one those that nobody has decided are among them
 * however old they are.
 */
export const listClaims = async (
  db: Db,
  { state, ...filter }: Filter & { readonly state?: ClaimRow['state'] | undefined },
  most: number,
): Promise<readonly ListedClaim[]> => {
  if (state !== undefined) return newestClaims(db, { ...filter, states: [state] }, most);
  const undecided = await newestClaims(db, { ...filter, states: ['waiting', 'doubtful'] }, most);
  const decided = await newestClaims(db, { ...filter, states: ['settled', 'dismissed'] }, most - undecided.length);
  return [...undecided, ...decided].toSorted((a, b) => b.received_at.getTime() - a.received_at.getTime());
};

/** Money that is nobody's, in thousandths of its currency. */
export interface UnclaimedRow
  extends Pick<PaymentRow, 'id' | 'reference' | 'instance' | 'amount' | 'paid_at'>, NamedTrade {
  readonly currency: Currency;
  readonly reason: 'agency' | 'unknown' | 'instance' | 'currency';
}

const unclaimed = sql`
    select p.id, p.reference, p.instance, p.amount, p.currency, p.reason, p.paid_at,
           t.id as trade_id, t.order_id, o.name as order_name, t.user_id, u.email
      from payments p
      left join trades t on t.id = p.trade_id
      left join orders o on o.id = t.order_id
      left join users u on u.id = t.user_id
     where p.outcome = 'unclaimed'`;

/** The newest money that is nobody's and fits. */
export const listUnclaimed = async (
  db: Db,
  { instance, currency, filterStr }: Filter,
  most: number,
): Promise<readonly UnclaimedRow[]> => {
  const { rows } = await sql<UnclaimedRow>`
    ${unclaimed} and (${currency ?? null}::text is null or p.currency = ${currency ?? null})
       and (${instance} = '' or p.instance = ${instance})
       and (${filterStr} = '' or p.reference_key like ${partOfReference(filterStr)} or u.email ilike ${containing(filterStr)})
     order by p.settled_at desc, p.id desc limit ${most}`.execute(db);
  return rows;
};

/** What is known of money by its number. */
export interface KnownMoney {
  readonly reference_key: string;
  /** Who has it. */
  readonly holder: string;
  readonly currency: Currency;
  /** Of whose trade it was told; null when it names none of ours. */
  readonly buyer: string | null;
  readonly state: 'waiting' | 'doubtful' | 'unclaimed' | 'used';
  readonly unclaimed: UnclaimedRow | undefined;
}

/** SQL of a trade id as a reference key: providers' bills show customers our number as well as their own. */
const tradeKey = (id: string) => sql`upper(replace(${sql.ref(id)}::text, '-', ''))`;

/** Claims and payments of any customer by reference keys or trade numbers; a claim and its payment are two rows. */
export const knownMoney = async (db: Db, keys: readonly string[]): Promise<readonly KnownMoney[]> => {
  const trades = keys.flatMap((key) => tradeIdOf(key.toLowerCase()) ?? []);
  const { rows } = await sql<Omit<KnownMoney, 'unclaimed'> & { payment: string | null }>`
    with named as (
      select reference_key as key, id from payments where reference_key = any(${[...keys]})
      union select ${tradeKey('trade_id')}, id from payments where trade_id = any(${trades}::uuid[])
      union select ${tradeKey('c.trade_id')}, p.id from claims c
              join payments p on p.holder = c.instance and p.reference_key = c.reference_key
             where c.trade_id = any(${trades}::uuid[])),
    told as (
      select reference_key as key, id from claims where reference_key = any(${[...keys]})
      union select ${tradeKey('trade_id')}, id from claims where trade_id = any(${trades}::uuid[]))
    select n.key as reference_key, p.holder, p.currency, t.user_id as buyer,
           case when p.outcome = 'unclaimed' then 'unclaimed' else 'used' end as state, p.id as payment
      from named n join payments p on p.id = n.id
      left join claims c on c.instance = p.holder and c.reference_key = p.reference_key
      left join trades t on t.id = coalesce(p.trade_id, c.trade_id)
    union all
    select n.key, c.instance, c.currency, t.user_id, c.state, null
      from told n join claims c on c.id = n.id left join trades t on t.id = c.trade_id
     where c.state in ('waiting', 'doubtful')`.execute(db);
  const { rows: lying } = await sql<UnclaimedRow>`
    ${unclaimed} and p.id = any(${rows.flatMap(({ payment }) => payment ?? [])}::uuid[])`.execute(db);
  return rows.map(({ payment, ...row }) => ({ ...row, unclaimed: lying.find(({ id }) => id === payment) }));
};

/** At which instances orders were to be paid, by order. */
export const instancesOf = async (
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const { rows } = await sql<{ order_id: string; instances: string[] }>`
    select order_id, array_agg(distinct instance) as instances from trades
     where order_id = any(${[...orderIds]}::uuid[]) group by order_id`.execute(db);
  return new Map(rows.map(({ order_id, instances }) => [order_id, new Set(instances)]));
};

/** What tells a number of money apart. */
export const keyOfReference = (reference: string): string => referenceKey(reference);

/** A payment by its id. */
export const findPaymentById = (db: Db, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();

/** Money of an instance that is nobody's, by its reference; undefined when there is none. */
export const findUnclaimed = async (
  db: Db,
  { instance, reference }: { readonly instance: string; readonly reference: string },
): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('instance', '=', instance)
    .where('reference', '=', reference)
    .where('outcome', '=', 'unclaimed')
    .executeTakeFirst();

/** What a payment is named by; undefined when there is none. */
export const unclaimedReference = async (db: Db, id: string): Promise<string | undefined> =>
  (await findPaymentById(db, id))?.reference;

/** Notes who decided about money that was nobody's, null for nobody by hand, and why. */
export const markResolved = async (
  trx: Db,
  id: string,
  { by, at, why }: { readonly by: string | null; readonly at: Date; readonly why: string },
): Promise<void> => {
  await trx
    .updateTable('payments')
    .set({ resolved_by: by, resolved_at: at, resolved_why: why })
    .where('id', '=', id)
    .execute();
};

/** How claims stand: how many of each kind, and since when the oldest waits. */
export const readMoneyWatch = async (
  db: Db,
): Promise<{ waiting: number; doubtful: number; unclaimed: number; since: Date | null }> => {
  const { rows } = await sql<{ waiting: number; doubtful: number; unclaimed: number; since: Date | null }>`
    select count(*) filter (where state = 'waiting')::int as waiting,
           count(*) filter (where state = 'doubtful')::int as doubtful,
           min(received_at) filter (where state = 'waiting') as since,
           (select count(*)::int from payments where outcome = 'unclaimed') as unclaimed
      from claims where state in ('waiting', 'doubtful')`.execute(db);
  return rows[0]!;
};
