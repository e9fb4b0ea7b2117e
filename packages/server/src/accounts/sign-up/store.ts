import type { Db } from '@skyport/db';
import type { AccountType } from '../../platform/deps.ts';

/** A new account, ready to be stored. */
export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly type: Exclude<AccountType, undefined>;
  readonly icon: string;
  readonly userkeyEncrypted: Buffer;
  readonly userkeyHash: Buffer;
  readonly channelCode: string;
  readonly firstUrl: string;
  readonly isAgencyUser: boolean;
  readonly at: Date;
  readonly confirmed: boolean;
}

/** Stores an account; gives its small number, or undefined when the e-mail address is taken. */
export const insertUser = async (trx: Db, user: NewUser): Promise<number | undefined> => {
  const row = await trx
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      password_hash: user.passwordHash,
      type: user.type,
      icon: user.icon,
      userkey_enc: user.userkeyEncrypted,
      userkey_hash: user.userkeyHash,
      channel_code: user.channelCode,
      first_url: user.firstUrl,
      last_url: user.firstUrl,
      is_agency_user: user.isAgencyUser,
      confirmed: user.confirmed,
      created_at: user.at,
      last_active_at: user.at,
    })
    .onConflict((c) => c.column('email').doNothing())
    .returning('num')
    .executeTakeFirst();
  return row && Number(row.num);
};
