import type { Db } from '@skyport/db';
import type { AccountType } from '../platform/deps.ts';

/** What log-in and set-up need of an account. */
export interface LoginRow {
  readonly id: string;
  readonly num: number;
  readonly type: AccountType;
  readonly passwordHash: string;
  readonly disabled: boolean;
  readonly confirmed: boolean;
  readonly secondStep: boolean;
}

/** The account of an e-mail address (lower-case), or undefined. */
export const findByEmail = (db: Db, email: string): Promise<LoginRow | undefined> => findLogin(db, { email });

/** The account of an e-mail address (lower-case) or an id, or undefined. */
export const findLogin = async (
  db: Db,
  by: { readonly email: string } | { readonly id: string },
): Promise<LoginRow | undefined> => {
  const users = db
    .selectFrom('users')
    .select(['id', 'num', 'type', 'password_hash', 'disabled', 'confirmed', 'second_step']);
  const row = await (
    'email' in by ? users.where('email', '=', by.email) : users.where('id', '=', by.id)
  ).executeTakeFirst();
  return (
    row && {
      id: row.id,
      num: Number(row.num),
      type: (row.type ?? undefined) as AccountType,
      passwordHash: row.password_hash,
      disabled: row.disabled,
      confirmed: row.confirmed,
      secondStep: row.second_step,
    }
  );
};

/** A new account, ready to be stored. */
export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly type: Exclude<AccountType, undefined>;
  readonly icon: string;
  readonly userkeySealed: Buffer;
  readonly userkeyHash: Buffer;
  readonly channelCode: string;
  readonly preferDomain: string;
  readonly describeHost: string;
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
      userkey_enc: user.userkeySealed,
      userkey_hash: user.userkeyHash,
      channel_code: user.channelCode,
      prefer_domain: user.preferDomain,
      describe_host: user.describeHost,
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

/** Notes when and from which page the account was last seen. */
export const changeLastSeen = async (db: Db, userId: string, seen: { at: Date; url: string }): Promise<void> => {
  await db
    .updateTable('users')
    .set({ last_active_at: seen.at, ...(seen.url && { last_url: seen.url }) })
    .where('id', '=', userId)
    .execute();
};

/** Changes an account's type and ends all its sessions: power never outlives the type it came from. */
export const changeType = async (trx: Db, userId: string, type: Exclude<AccountType, undefined>): Promise<void> => {
  await trx.updateTable('users').set({ type }).where('id', '=', userId).execute();
  await removeSessions(trx, userId);
};

/** Ends all sessions of an account. */
export const removeSessions = async (trx: Db, userId: string): Promise<void> => {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
};

/** Whether there is an admin that can log in. */
export const adminExists = async (db: Db): Promise<boolean> => {
  const row = await db.selectFrom('users').select('id').where('type', '=', 'admin').limit(1).executeTakeFirst();
  return row !== undefined;
};

/** Stores the hash of a set-up link's code. */
export const insertSetupLink = async (db: Db, link: { codeHash: Buffer; expiresAt: Date }): Promise<void> => {
  await db.insertInto('setup_links').values({ code_hash: link.codeHash, expires_at: link.expiresAt }).execute();
};

/** Uses up a set-up link; false when it is unknown, used or expired. Two at once: one wins. */
export const takeSetupLink = async (trx: Db, codeHash: Buffer, now: Date): Promise<boolean> => {
  const taken = await trx
    .updateTable('setup_links')
    .set({ used_at: now })
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
};

/** Removes set-up links that were never used, so that only the newest one works. */
export const removeOpenSetupLinks = async (db: Db): Promise<void> => {
  await db.deleteFrom('setup_links').where('used_at', 'is', null).execute();
};

/** Removes sessions and set-up links whose time is over: they open nothing any more. */
export const removeExpired = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await db.deleteFrom('setup_links').where('expires_at', '<=', now).execute();
};

/** Gives an account another address. Throws when it is somebody's. */
export const changeEmail = async (
  trx: Db,
  userId: string,
  { email, confirmed }: { email: string; confirmed: boolean },
): Promise<void> => {
  await trx.updateTable('users').set({ email, confirmed }).where('id', '=', userId).execute();
};

/** The avatar's name as it is stored; empty for none. */
export const findIcon = async (db: Db, userId: string): Promise<string> => {
  const row = await db.selectFrom('users').select('icon').where('id', '=', userId).executeTakeFirst();
  return row?.icon ?? '';
};

/** Changes the avatar's name. */
export const changeIcon = async (trx: Db, userId: string, icon: string): Promise<void> => {
  await trx.updateTable('users').set({ icon }).where('id', '=', userId).execute();
};

/** The three switches of subscription documents, as the wire names them; what is left out stays. */
export interface Switches {
  readonly inXinjiang?: boolean | undefined;
  readonly in_foreign?: boolean | undefined;
  readonly use_english_node?: boolean | undefined;
}

/** Changes the switches that are given. */
export const changeSwitches = async (trx: Db, userId: string, switches: Switches): Promise<void> => {
  const changes = {
    ...(switches.inXinjiang !== undefined && { in_xinjiang: switches.inXinjiang }),
    ...(switches.in_foreign !== undefined && { in_foreign: switches.in_foreign }),
    ...(switches.use_english_node !== undefined && { use_english_node: switches.use_english_node }),
  };
  if (Object.keys(changes).length === 0) return;
  await trx.updateTable('users').set(changes).where('id', '=', userId).execute();
};
