import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** Updates the sort values of at most `limit` accounts above a number; gives the last number, undefined at the end. */
export const copySortValues = async (
  db: Db,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number | undefined> => {
  const { rows } = await sql<{ last: number | null }>`
    with slice as (
      select u.num, u.last_active_at, t.spent from users u join traffic_account t on t.user_num = u.num
       where u.num > ${after} order by u.num limit ${limit}
    ), copied as (
      update user_sort_values c set last_active_at = s.last_active_at, spent = s.spent
        from slice s
       where c.user_num = s.num and (c.last_active_at, c.spent) is distinct from (s.last_active_at, s.spent)
    )
    select max(num)::bigint as last from slice`.execute(db);
  return rows[0]?.last ?? undefined;
};
