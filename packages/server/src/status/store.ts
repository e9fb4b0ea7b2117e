import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** What the status page is about. */
export const statusParts = ['panel', 'nodes', 'payments'] as const;
export type StatusPart = (typeof statusParts)[number];

/** Samples of a part on a day, and those of them that were bad. */
export interface StatusDay {
  readonly day: string;
  readonly part: StatusPart;
  readonly noted: number;
  readonly bad: number;
}

/** The newest minute that was noted; undefined before the first one. */
export const findLastMinute = async (db: Db): Promise<Date | undefined> => {
  const { rows } = await sql<{ at: Date | null }>`
    select max(last_at) as at from status_days where part = 'panel'`.execute(db);
  return rows[0]?.at ?? undefined;
};

/** Adds samples up to a minute; a minute that is counted already is left out. */
export const addSamples = async (trx: Db, { day, part, noted, bad }: StatusDay, minute: Date): Promise<void> => {
  await sql`
    insert into status_days as s (day, part, noted, bad, last_at) values (${day}, ${part}, ${noted}, ${bad}, ${minute})
    on conflict (day, part) do update set noted = s.noted + excluded.noted, bad = s.bad + excluded.bad,
      last_at = excluded.last_at where s.last_at < excluded.last_at`.execute(trx);
};

/** Days from a first one on, oldest first. */
export const listStatusDays = async (db: Db, from: string): Promise<StatusDay[]> => {
  const { rows } = await sql<StatusDay>`
    select day::text as day, part, noted, bad from status_days where day >= ${from} order by day, part`.execute(db);
  return rows;
};

/** Forgets days before one. */
export const dropStatusDays = async (db: Db, before: string): Promise<void> => {
  await sql`delete from status_days where day < ${before}`.execute(db);
};
