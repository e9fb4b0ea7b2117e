import type { Db } from '@skyport/db';
import { locks } from '@skyport/db/locks';
import { sql } from 'kysely';
import type { AccountType } from '../platform/deps.ts';

/** One at a time: bindings are made and updates are answered one after the other, in every process. */
export const lockTelegram = async (trx: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${locks.telegram})`.execute(trx);
};

/** An account as far as binding it goes. */
export interface BindableRow {
  readonly id: string;
  readonly num: number;
  readonly email: string;
  readonly disabled: boolean;
  readonly paid: boolean;
  readonly isAgencyUser: boolean;
  readonly telegramId: number | null;
  readonly type: AccountType | null;
  readonly hasSecondStep: boolean;
}

const accounts = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'num', 'email', 'disabled', 'paid', 'is_agency_user as isAgencyUser', 'telegram_id as telegramId'])
    .select('second_step as hasSecondStep')
    .select((e) => e.ref('type').$castTo<AccountType | null>().as('type'));

/** The account with an id, locked until the transaction ends; undefined when there is none. */
export const lockAccount = (trx: Db, id: string): Promise<BindableRow | undefined> =>
  accounts(trx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** The account that a person on Telegram is bound to, if it may be used; undefined otherwise. */
export const findBound = (db: Db, telegramId: number): Promise<BindableRow | undefined> =>
  accounts(db)
    .where('telegram_id', '=', telegramId)
    .where('disabled', '=', false)
    .where('is_agency_user', '=', false)
    .executeTakeFirst();

/** Whether a person on Telegram is bound to any account. */
export const isBound = async (db: Db, telegramId: number): Promise<boolean> =>
  (await accounts(db).where('telegram_id', '=', telegramId).executeTakeFirst()) !== undefined;

/** Stores a binding and ends everything that could make another one of either side. */
export const changeBinding = async (
  trx: Db,
  bound: { userId: string; telegramId: number; name: string; at: Date },
): Promise<void> => {
  await trx
    .updateTable('users')
    .set({ telegram_id: bound.telegramId, telegram_name: bound.name, telegram_since: bound.at })
    .where('id', '=', bound.userId)
    .execute();
  await trx.deleteFrom('telegram_codes').where('user_id', '=', bound.userId).execute();
  await trx
    .deleteFrom('telegram_requests')
    .where((eb) => eb.or([eb('user_id', '=', bound.userId), eb('telegram_id', '=', bound.telegramId)]))
    .execute();
};

/** What an account shows of its binding. */
export interface BindingRow {
  readonly telegramId: number | null;
  readonly name: string;
  readonly since: Date | null;
}

/** The binding of an account. Throws when there is no such account. */
export const getBinding = (db: Db, userId: string): Promise<BindingRow> =>
  db
    .selectFrom('users')
    .select(['telegram_id as telegramId', 'telegram_name as name', 'telegram_since as since'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

/** Hashes of a code and of a link's token, and when both end. */
export interface CodeRow {
  readonly userId: string;
  readonly codeHash: Buffer;
  readonly tokenHash: Buffer;
  readonly expiresAt: Date;
}

/** Stores the code of an account in place of an older one. */
export const saveCode = async (trx: Db, { userId, codeHash, tokenHash, expiresAt }: CodeRow): Promise<void> => {
  const values = { code_hash: codeHash, token_hash: tokenHash, expires_at: expiresAt };
  await trx
    .insertInto('telegram_codes')
    .values({ user_id: userId, ...values })
    .onConflict((c) => c.column('user_id').doUpdateSet(values))
    .execute();
};

const codes = (db: Db, now: Date) =>
  db
    .selectFrom('telegram_codes')
    .select(['user_id as userId', 'code_hash as codeHash', 'token_hash as tokenHash', 'expires_at as expiresAt'])
    .where('expires_at', '>', now);

/** The living code of an account. */
export const findCode = (db: Db, userId: string, now: Date): Promise<CodeRow | undefined> =>
  codes(db, now).where('user_id', '=', userId).executeTakeFirst();

/** The living code whose link has this token. */
export const findToken = (db: Db, tokenHash: Buffer, now: Date): Promise<CodeRow | undefined> =>
  codes(db, now).where('token_hash', '=', tokenHash).executeTakeFirst();

/** Somebody who asks to be bound. */
export interface RequestRow {
  readonly id: string;
  readonly userId: string;
  readonly telegramId: number;
  readonly name: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Stores a request in place of an older one of the same person; of more than `most` the oldest go. */
export const insertRequest = async (trx: Db, request: RequestRow, most: number): Promise<void> => {
  const { id, userId, telegramId, name, createdAt, expiresAt } = request;
  const values = { id, name, created_at: createdAt, expires_at: expiresAt };
  await trx
    .insertInto('telegram_requests')
    .values({ user_id: userId, telegram_id: telegramId, ...values })
    .onConflict((c) => c.columns(['user_id', 'telegram_id']).doUpdateSet(values))
    .execute();
  await sql`
    delete from telegram_requests where user_id = ${userId} and id not in (
      select id from telegram_requests where user_id = ${userId} order by created_at desc, id desc limit ${most})`.execute(
    trx,
  );
};

/** Requests that wait for an account, newest first. */
export const listRequests = (db: Db, userId: string, now: Date): Promise<RequestRow[]> =>
  db
    .selectFrom('telegram_requests')
    .select([
      'id',
      'user_id as userId',
      'telegram_id as telegramId',
      'name',
      'created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Removes a request. */
export const removeRequest = async (trx: Db, id: string): Promise<void> => {
  await trx.deleteFrom('telegram_requests').where('id', '=', id).execute();
};

/** Removes codes and requests whose time is over. */
export const removeExpired = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('telegram_codes').where('expires_at', '<=', now).execute();
  await db.deleteFrom('telegram_requests').where('expires_at', '<=', now).execute();
};

/** What a subscription link is made of. */
export const getLinkParts = (db: Db, userId: string): Promise<{ encrypted: Buffer; describeHost: string }> =>
  db
    .selectFrom('users')
    .select(['userkey_enc as encrypted', 'describe_host as describeHost'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

/** Name of the bot that answers now, without the at sign; empty while there is none. */
export const findBotName = async (db: Db): Promise<string> =>
  (await db.selectFrom('telegram_bot').select('username').executeTakeFirst())?.username ?? '';

/** Notes which bot answers now; undefined when none does any more. */
export const saveBot = async (
  db: Db,
  bot: { botId: number; username: string; at: Date } | undefined,
): Promise<void> => {
  if (!bot) return void (await db.deleteFrom('telegram_bot').execute());
  const values = { bot_id: bot.botId, username: bot.username, seen_at: bot.at };
  await db
    .insertInto('telegram_bot')
    .values({ one: true, ...values })
    .onConflict((c) => c.column('one').doUpdateSet(values))
    .execute();
};
