import { commonEmail } from '@skyport/contract/shapes';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';
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

/**
 * The account of an e-mail address (lower-case), or undefined. Two old accounts with two spellings of one address are
 * each found by their own.
 */
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
    'email' in by
      ? users
          .where('email', 'in', [by.email, commonEmail(by.email)])
          .orderBy(sql`email = ${by.email}`, 'desc')
          .limit(1)
      : users.where('id', '=', by.id)
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

/** What an account is: its type, and whether it is the customer of an agency. */
export interface Standing {
  readonly type: AccountType;
  readonly isAgencyUser: boolean;
}

/** Locks accounts until the transaction ends; gives what they are by id, without those that do not exist. */
export const lockStandings = async (trx: Db, ids: readonly string[]): Promise<Map<string, Standing>> => {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'type', 'is_agency_user'])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(
    rows.map(({ id, type, is_agency_user: isAgencyUser }) => [
      id,
      { type: (type ?? undefined) as AccountType, isAgencyUser },
    ]),
  );
};

/** Ends all sessions of an account. */
export const removeSessions = async (trx: Db, userId: string): Promise<void> => {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
};

/** Removes sessions and set-up links whose time is over: they open nothing any more. */
export const removeExpired = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await db.deleteFrom('setup_links').where('expires_at', '<=', now).execute();
};

/** E-mail addresses of accounts, by id. */
export const listEmails = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
};

/** Whether such an account is an admin's. */
export const isAdmin = async (db: Db, id: string): Promise<boolean> => {
  const row = await db.selectFrom('users').select('type').where('id', '=', id).executeTakeFirst();
  return row?.type === 'admin';
};

/** The code of the channel that an account came by: empty when by none, undefined when there is no such account. */
export const findChannelCode = async (db: Db, id: string): Promise<string | undefined> => {
  const row = await db.selectFrom('users').select('channel_code').where('id', '=', id).executeTakeFirst();
  return row?.channel_code;
};
