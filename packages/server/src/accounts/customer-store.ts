import type { Db } from '@skyport/db';

/** An account as whoever buys something. */
export interface Customer {
  readonly id: string;
  readonly num: number;
  readonly isAgencyUser: boolean;
  /** The code that the account came by; empty without one. */
  readonly channelCode: string;
  readonly createdAt: Date;
  /** Whether its inviter is paid however long ago it came. */
  readonly forceReward: boolean;
}

const hasPaid = async (db: Db, userId: string): Promise<boolean> => {
  const row = await db.selectFrom('users').select('paid').where('id', '=', userId).executeTakeFirst();
  return row?.paid === true;
};

/** Whether an account is the customer of an agency, and so has no wallet; false when there is none. */
export const isAgencyCustomer = async (db: Db, userId: string): Promise<boolean> => {
  const row = await db.selectFrom('users').select('is_agency_user').where('id', '=', userId).executeTakeFirst();
  return row?.is_agency_user === true;
};

/** Whether an account is closed; one that does not exist is. */
export const isDisabled = async (db: Db, userId: string): Promise<boolean> => {
  const row = await db.selectFrom('users').select('disabled').where('id', '=', userId).executeTakeFirst();
  return row?.disabled !== false;
};

/**
 * Locks an account before what belongs to it: `share` where something opens, `count` where a limit of the account is
 * counted. Throws when there is none. An account that has not paid yet is never shared: its first payment writes its
 * row (`markPaid`), and of two who share a row neither can write it.
 */
export const lockCustomer = async (trx: Db, userId: string, lock: 'share' | 'count'): Promise<Customer> => {
  const isShared = lock === 'share' && (await hasPaid(trx, userId));
  const row = await trx
    .selectFrom('users')
    .select(['id', 'num', 'is_agency_user', 'channel_code', 'created_at', 'force_reward'])
    .where('id', '=', userId)
    .$if(isShared, (q) => q.forShare())
    .$if(!isShared, (q) => q.forNoKeyUpdate())
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    num: Number(row.num),
    isAgencyUser: row.is_agency_user,
    channelCode: row.channel_code,
    createdAt: row.created_at,
    forceReward: row.force_reward,
  };
};

/** Notes that an account has paid for something. */
export const markPaid = async (trx: Db, userId: string): Promise<void> => {
  await trx.updateTable('users').set({ paid: true }).where('id', '=', userId).where('paid', '=', false).execute();
};
