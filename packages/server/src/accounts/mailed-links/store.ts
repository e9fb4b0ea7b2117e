import type { Db } from '@skyport/db';
import type { AccountType } from '../../platform/deps.ts';
import { isStaff } from '../../platform/staff.ts';

/** What mailed links and subscription links open of an account. */
export interface HolderRow {
  readonly id: string;
  readonly email: string;
  readonly type: AccountType;
  readonly disabled: boolean;
  readonly confirmed: boolean;
  readonly canChangePassword: boolean;
  readonly isAgencyUser: boolean;
  readonly secondStep: boolean;
  readonly passwordHash: string;
  readonly userkeyHash: Buffer;
}

const holders = (db: Db) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'type',
      'disabled',
      'confirmed',
      'can_change_password as canChangePassword',
      'is_agency_user as isAgencyUser',
      'second_step as secondStep',
      'password_hash as passwordHash',
      'userkey_hash as userkeyHash',
    ]);

const holderOf = (row: Omit<HolderRow, 'type'> & { type: string | null }): HolderRow => ({
  ...row,
  type: (row.type ?? undefined) as AccountType,
});

/** The account with an id, or undefined. */
export const findHolder = async (db: Db, id: string): Promise<HolderRow | undefined> => {
  const row = await holders(db).where('id', '=', id).executeTakeFirst();
  return row && holderOf(row);
};

/** The same, locked until the transaction ends: requests of one account are made and opened one after the other. */
export const lockHolder = async (trx: Db, id: string): Promise<HolderRow | undefined> => {
  const row = await holders(trx).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && holderOf(row);
};

/**
 * The account of an address that was never confirmed, locked; undefined when there is none, or a disabled one. Accounts
 * of staff only `withStaff`: what somebody was trusted with goes to nobody who merely knows the address.
 */
export const lockUnconfirmed = async (
  trx: Db,
  email: string,
  { withStaff = false } = {},
): Promise<HolderRow | undefined> => {
  const row = await holders(trx)
    .where('email', '=', email)
    .where('confirmed', '=', false)
    .where('disabled', '=', false)
    .forUpdate()
    .executeTakeFirst();
  const holder = row && holderOf(row);
  return holder && (withStaff || !isStaff(holder.type)) ? holder : undefined;
};

/** What a mailed link stands for. */
export interface RequestRow {
  readonly id: string;
  readonly userId: string;
  readonly kind: 'signup' | 'password' | 'email';
  readonly keyHash: Buffer;
  /** What is stored of the password that waits; null for every other kind. */
  readonly passwordHash: string | null;
  /** The address that waits; null for every other kind. */
  readonly email: string | null;
  readonly userkeyHash: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** SHA-256 of the id of the browser that asked; null where that is not known. */
  readonly browserIdHash: Buffer | null;
  readonly askedDevice: string;
  readonly askedNetwork: string;
}

/** Stores a request in place of the account's open one of its kind: the newest wins. Call with the account locked. */
export const insertRequest = async (trx: Db, request: RequestRow): Promise<void> => {
  await removeOpenRequests(trx, request.userId, request.kind);
  await trx
    .insertInto('account_requests')
    .values({
      id: request.id,
      user_id: request.userId,
      kind: request.kind,
      key_hash: request.keyHash,
      password_hash: request.passwordHash,
      email: request.email,
      userkey_hash: request.userkeyHash,
      created_at: request.createdAt,
      expires_at: request.expiresAt,
      mark_hash: request.browserIdHash,
      asked_device: request.askedDevice,
      asked_network: request.askedNetwork,
    })
    .execute();
};

/** Ends what is still open of an account's requests of a kind. */
export const removeOpenRequests = async (trx: Db, userId: string, kind: RequestRow['kind']): Promise<void> => {
  await trx
    .deleteFrom('account_requests')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .execute();
};

/** A request as it is stored; `usedAt` is when its link was opened. */
export interface StoredRequest extends RequestRow {
  readonly usedAt: Date | null;
}

/** The request with an id, or undefined. */
export const findRequest = async (db: Db, id: string): Promise<StoredRequest | undefined> => {
  const row = await db
    .selectFrom('account_requests')
    .select([
      'id',
      'user_id as userId',
      'kind',
      'key_hash as keyHash',
      'password_hash as passwordHash',
      'email',
      'userkey_hash as userkeyHash',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'used_at as usedAt',
      'mark_hash as browserIdHash',
      'asked_device as askedDevice',
      'asked_network as askedNetwork',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, kind: row.kind as RequestRow['kind'] };
};

/** Notes that a request's link was opened. */
export const noteUsed = async (trx: Db, id: string, at: Date): Promise<void> => {
  await trx.updateTable('account_requests').set({ used_at: at }).where('id', '=', id).execute();
};

/** Says that the account's address is its owner's. */
export const changeConfirmed = async (trx: Db, userId: string): Promise<void> => {
  await trx.updateTable('users').set({ confirmed: true }).where('id', '=', userId).execute();
};

/** Gives an account another password. `passwordHash` is what `hashPassword` gave. */
export const changePasswordHash = async (trx: Db, userId: string, passwordHash: string): Promise<void> => {
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
};

/** Removes requests whose time is over: their links open nothing any more. */
export const removeExpiredRequests = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('account_requests').where('expires_at', '<=', now).execute();
};
