import { payFailures, type PayFailure } from '@skyport/contract/pay-health';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** Tries that a provider took part in. */
const AT_PROVIDER = sql`t.mode in ('alipay', 'wxpay', 'urlscheme', 'usdt')`;
const PAID = sql`t.status in ('paied', 'credited')`;
const CLOSED = sql`t.status = 'closed'`;
/** Nobody has begun it. A customer who pays in spite of that has shown the opposite. */
const FAILED = sql`(${CLOSED} and coalesce(t.ask_outcome, 'begun') <> 'begun')`;

/** Instances that keep failing, as it was noted. */
export const listFailing = async (db: Db): Promise<ReadonlySet<string>> =>
  new Set((await db.selectFrom('pay_spells').select('instance').execute()).map(({ instance }) => instance));

/** An instance that keeps failing. */
export interface Failing {
  readonly instance: string;
  /** Customers who could not pay since it has last begun a payment. */
  readonly accounts: number;
  /** The reason that most of them met. */
  readonly reason: PayFailure;
  /** When the newest of these tries began. */
  readonly failed_at: Date;
}

/**
 * A refusal of less than the instance has begun of late is about the amount, which customers choose by coupons and
 * their wallet: it says nothing of the instance.
 */
const isTooLittle = (since: Date) => sql`(t.ask_outcome = 'refused' and t.amount < (
  select min(b.amount) from trades b
   where b.instance = t.instance and b.ask_outcome = 'begun' and b.created_at >= ${since}::timestamptz - interval '1 day'))`;

/** Instances that failed for so many customers since an instant, and have begun no payment after that. */
export const readFailing = async (
  db: Db,
  { since, accounts }: { readonly since: Date; readonly accounts: number },
): Promise<readonly Failing[]> => {
  const { rows } = await sql<Failing>`
    select t.instance, count(distinct t.user_id)::int as accounts, max(t.created_at) as failed_at,
           mode() within group (order by t.ask_outcome) as reason
      from trades t
     where t.created_at >= ${since} and ${FAILED} and ${isTooLittle(since)} is not true
       and not exists (select from trades s where s.created_at >= ${since} and s.instance = t.instance
                          and s.ask_outcome = 'begun' and s.created_at >= t.created_at)
     group by t.instance having count(distinct t.user_id) >= ${accounts} order by t.instance`.execute(db);
  return rows;
};

/** Instances that were noted as failing and have begun a payment since. */
export const listRecovered = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ instance: string }>`
    select p.instance from pay_spells p
     where exists (select from trades t where t.instance = p.instance and t.created_at > p.failed_at
                      and t.ask_outcome = 'begun')
     order by p.instance`.execute(db);
  return rows.map(({ instance }) => instance);
};

/** Notes that an instance keeps failing; false when that was noted before. */
export const beginSpell = async (
  trx: Db,
  { instance, failed_at }: Pick<Failing, 'instance' | 'failed_at'>,
  since: Date,
): Promise<boolean> => {
  const row = await trx
    .insertInto('pay_spells')
    .values({ instance, failed_at, since })
    .onConflict((c) => c.column('instance').doNothing())
    .returning('instance')
    .executeTakeFirst();
  return row !== undefined;
};

/** Notes that an instance fails no more, or is offered no more; false when it was not noted as failing. */
export const endSpell = async (trx: Db, instance: string): Promise<boolean> => {
  const query = trx.deleteFrom('pay_spells').where('instance', '=', instance).returning('instance');
  return (await query.executeTakeFirst()) !== undefined;
};

/** How many instances keep failing, and since when the first one does; null for none. */
export const readHealthWatch = async (db: Db): Promise<{ count: number; since: Date | null }> => {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(since) as since from pay_spells`.execute(db);
  return rows[0]!;
};

/** How many payments began since an instant, by instance and what the provider said; `pending` for nothing yet. */
export const countAnswers = async (
  db: Db,
  since: Date,
): Promise<readonly { readonly instance: string; readonly outcome: string; readonly count: number }[]> => {
  const { rows } = await sql<{ instance: string; outcome: string; count: number }>`
    select t.instance, coalesce(t.ask_outcome, 'pending') as outcome, count(*)::int as count
      from trades t where t.created_at >= ${since} and ${AT_PROVIDER} group by 1, 2 order by 1, 2`.execute(db);
  return rows;
};

/** How payments of an instance went on a day of the shop. */
export interface HealthRow {
  readonly instance: string;
  readonly day: string;
  readonly begun: number;
  readonly paid: number;
  readonly failed: Readonly<Record<PayFailure, number>>;
  readonly unpaid: number;
  readonly open: number;
  /** Of those that were paid, half took no longer; null where none was. */
  readonly median_seconds: number | null;
}

/** Which payments: of an instance unless its name is empty, begun from the start of a day of the zone. */
interface Which {
  readonly instance: string;
  readonly from: string;
  readonly timezone: string;
}

/** Counts by reason, as one object. */
const failures = sql.join(
  payFailures.map((reason) => sql`${sql.lit(reason)}, count(*) filter (where ${FAILED} and t.ask_outcome = ${reason})`),
);

/** How payments went by day and instance, newest first. */
export const readHealth = async (db: Db, { instance, from, timezone }: Which, most: number): Promise<HealthRow[]> => {
  const { rows } = await sql<HealthRow>`
    select t.instance, (t.created_at at time zone ${timezone})::date::text as day, count(*)::int as begun,
           (count(*) filter (where ${PAID}))::int as paid, jsonb_build_object(${failures}) as failed,
           (count(*) filter (where ${CLOSED} and not ${FAILED}))::int as unpaid,
           (count(*) filter (where not ${CLOSED} and not ${PAID}))::int as open,
           (percentile_cont(0.5) within group (order by greatest(0, extract(epoch from t.settled_at - t.created_at)))
             filter (where ${PAID}))::int as median_seconds
      from trades t
     where t.created_at >= (${from}::date)::timestamp at time zone ${timezone} and ${AT_PROVIDER}
       and (${instance} = '' or t.instance = ${instance})
     group by 1, 2 order by 2 desc, 1 limit ${most}`.execute(db);
  return rows;
};
