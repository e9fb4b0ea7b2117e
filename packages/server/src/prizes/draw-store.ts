import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** A draw as it is stored. Bytes and days; `name` is what the prize was called then. */
export interface DrawRow {
  readonly id: string;
  readonly user_num: number;
  readonly click: string;
  readonly cost: number;
  readonly prize_id: string;
  readonly name: string;
  readonly traffic: number;
  readonly vip_days: number;
  readonly coupon_id: string | null;
  readonly drawn_at: Date;
}

const columns = [
  'id',
  'user_num',
  'click',
  'cost',
  'prize_id',
  'name',
  'traffic',
  'vip_days',
  'coupon_id',
  'drawn_at',
] as const;

/** The draw of a click. */
export const findDraw = (db: Db, userNum: number, click: string): Promise<DrawRow | undefined> =>
  db
    .selectFrom('prize_draws')
    .select(columns)
    .where('user_num', '=', userNum)
    .where('click', '=', click)
    .executeTakeFirst();

/** Stores a draw with the weights of its moment, by the prizes' ids. */
export const insertDraw = (
  trx: Db,
  draw: DrawRow,
  weights: readonly { readonly id: string; readonly weight: number }[],
): Promise<DrawRow> =>
  trx
    .insertInto('prize_draws')
    .values({ ...draw, weights: JSON.stringify(Object.fromEntries(weights.map(({ id, weight }) => [id, weight]))) })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** The newest draws of an account. */
export const listDraws = (db: Db, userNum: number, limit: number): Promise<DrawRow[]> =>
  db
    .selectFrom('prize_draws')
    .select(columns)
    .where('user_num', '=', userNum)
    .orderBy('drawn_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Draws of everybody since an instant: how many, and the bytes that they cost and gave. */
export const sumDraws = async (db: Db, since: Date): Promise<{ draws: number; spent: number; given: number }> => {
  const { rows } = await sql<{ draws: number; spent: number; given: number }>`
    select count(*)::int as draws, saturated(coalesce(sum(cost), 0)) as spent,
           saturated(coalesce(sum(traffic), 0)) as given
      from prize_draws where drawn_at > ${since}`.execute(db);
  return rows[0]!;
};
