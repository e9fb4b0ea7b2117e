import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { AccountType } from '../../platform/deps.ts';
import { removeSessions } from '../store.ts';

/** Changes an account's type and ends all its sessions: power never outlives the type it came from. */
export const changeType = async (trx: Db, userId: string, type: Exclude<AccountType, undefined>): Promise<void> => {
  await trx.updateTable('users').set({ type }).where('id', '=', userId).execute();
  await removeSessions(trx, userId);
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

/** Lets one transaction at a time set up the first admin; the others wait for its end. */
export const lockSetup = async (trx: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('accounts.setup', 0))`.execute(trx);
};
