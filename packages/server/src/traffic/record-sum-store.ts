import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { RecordMatch, RecordSum } from './admin-store.ts';

/** What the records of a day come to. */
export type DaySum = RecordSum & { readonly day: string };

/**
 * Days since one whose sums are missing or may have changed, newest first. Late use belongs to the day before, so a
 * sum is final two days after its day.
 */
export const daysToSum = async (db: Db, { since, today }: { since: string; today: string }): Promise<string[]> => {
  const { rows } = await sql<{ day: string }>`
    select d.day::text as day
      from (select ${today}::date - n as day from generate_series(0, ${today}::date - ${since}::date) n) d
     where not exists (select from traffic_record_sums s where s.day = d.day and s.summed_on > s.day + 1)
     order by d.day desc`.execute(db);
  return rows.map(({ day }) => day);
};

/** Sums the records of a day anew. In a transaction. */
export const sumDay = async (trx: Db, { day, today }: { day: string; today: string }): Promise<void> => {
  await sql`delete from traffic_record_sums where day = ${day}::date`.execute(trx);
  await sql`
    insert into traffic_record_sums (day, type, records, change, exempt, summed_on)
    select day, type, count(*), sum(change), sum(exempt), ${today}::date from traffic_record_list
     where day = ${day}::date group by day, type`.execute(trx);
};

/** Removes the sums of days before one. */
export const dropSums = async (db: Db, before: string): Promise<void> => {
  await sql`delete from traffic_record_sums where day < ${before}::date`.execute(db);
};

/** Kept sums of a type since a day, oldest first. */
export const listSums = async (db: Db, { type, since }: Pick<RecordMatch, 'type' | 'since'>): Promise<DaySum[]> => {
  const { rows } = await sql<DaySum>`
    select day::text as day, records, change, exempt from traffic_record_sums s
     where type = ${type} and s.day >= ${since}::date order by s.day`.execute(db);
  return rows;
};
