import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** The channel of an account: its newest code, the share that it gets, and for how many days. */
export interface ChannelRow {
  readonly name: string;
  readonly code: string;
  /** Ten-thousandths. */
  readonly rewardBp: number;
  readonly consumerDays: number;
}

/** The channel of an account, or undefined. */
export const findChannel = (db: Db, userId: string): Promise<ChannelRow | undefined> =>
  db
    .selectFrom('channels')
    .select(['name', 'code', 'reward_bp as rewardBp', 'consumer_days as consumerDays'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** A code and whose it is to become. */
interface CodeClaim {
  readonly code: string;
  readonly userId: string;
  readonly at: Date;
}

/** Takes a code that nobody has and by which nobody came; false when there is such an account. */
export const takeFreshCode = async (trx: Db, { code, userId, at }: CodeClaim): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into channel_codes (code, user_id, created_at)
    select ${code}, ${userId}, ${at} where not exists (select from users where channel_code = ${code})
    on conflict (code) do nothing`.execute(trx);
  return Number(numAffectedRows ?? 0n) > 0;
};

/** Takes a code for an account unless it is another one's; false when it is. */
export const claimCode = async (trx: Db, { code, userId, at }: CodeClaim): Promise<boolean> => {
  await trx
    .insertInto('channel_codes')
    .values({ code, user_id: userId, created_at: at })
    .onConflict((c) => c.column('code').doNothing())
    .execute();
  const row = await trx
    .selectFrom('channel_codes')
    .select('user_id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  return row.user_id === userId;
};

/** Makes or changes the channel of an account, whose code is its own already. */
export const putChannel = async (
  trx: Db,
  userId: string,
  { at, ...channel }: ChannelRow & { at: Date },
): Promise<void> => {
  const { name, code, rewardBp: reward_bp, consumerDays: consumer_days } = channel;
  const fields = { name, code, reward_bp, consumer_days };
  await trx
    .insertInto('channels')
    .values({ user_id: userId, ...fields, created_at: at })
    .onConflict((c) => c.column('user_id').doUpdateSet(fields))
    .execute();
};
