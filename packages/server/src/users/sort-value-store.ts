import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/**
 * Updates the sort values of accounts numbered `after + 1` to `after + limit`. Gives that last number; undefined after
 * the last account. The bounds stand at each table; otherwise each slice would read whole tables.
 */
export const copySortValues = async (
  db: Db,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number | undefined> => {
  const last = after + limit;
  const within = (num: string) => sql`${sql.ref(num)} > ${after} and ${sql.ref(num)} <= ${last}`;
  const { rows } = await sql<{ more: boolean }>`
    with slice as (
      select u.num, u.last_active_at, t.spent, case when t.rec_at is not null then t.rec_day end as rec_day,
             abs(t.rec_spent) + t.rec_exempt as rec_use, t.is_agency_user as rec_agency
        from users u join traffic_account t on t.user_num = u.num
       where ${within('u.num')} and ${within('t.user_num')}
    ), copied as (
      update user_sort_values c set last_active_at = s.last_active_at, spent = s.spent, rec_day = s.rec_day,
             rec_use = s.rec_use, rec_agency = s.rec_agency
        from slice s
       where c.user_num = s.num and ${within('c.user_num')} and (c.last_active_at, c.spent, c.rec_day, c.rec_use, c.rec_agency)
             is distinct from (s.last_active_at, s.spent, s.rec_day, s.rec_use, s.rec_agency)
    )
    select (select max(num) from users) > ${last} as more`.execute(db);
  return rows[0]?.more === true ? last : undefined;
};
