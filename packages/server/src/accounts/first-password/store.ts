import type { Db } from '@skyport/db';
import { NO_PASSWORD } from '../log-in/password.ts';

/** Stores the link of an account, in the place of the one before. */
export const putPasswordLink = async (
  trx: Db,
  link: { readonly userId: string; readonly codeHash: Buffer; readonly expiresAt: Date },
): Promise<void> => {
  const fields = { code_hash: link.codeHash, expires_at: link.expiresAt };
  await trx
    .insertInto('password_links')
    .values({ user_id: link.userId, ...fields })
    .onConflict((c) => c.column('user_id').doUpdateSet(fields))
    .execute();
};

/** The account whose first password a link sets: one that can be used, and has none yet. */
export const findByPasswordLink = (
  db: Db,
  codeHash: Buffer,
  now: Date,
): Promise<{ readonly id: string; readonly email: string } | undefined> =>
  db
    .selectFrom('password_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['u.id', 'u.email'])
    .where('l.code_hash', '=', codeHash)
    .where('l.expires_at', '>', now)
    .where('u.disabled', '=', false)
    .where('u.password_hash', '=', NO_PASSWORD)
    .executeTakeFirst();

/** Sets the first password of an account; false, and nothing is changed, when it has one. */
export const setFirstHash = async (trx: Db, userId: string, passwordHash: string): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .where('password_hash', '=', NO_PASSWORD)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await trx.deleteFrom('password_links').where('user_id', '=', userId).execute();
  return true;
};

/** Whether an account still has no password. */
export const lacksPassword = async (db: Db, userId: string): Promise<boolean> => {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();
  return row?.password_hash === NO_PASSWORD;
};
