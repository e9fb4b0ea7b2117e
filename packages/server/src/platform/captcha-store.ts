import type { Db } from '@skyport/db';
import { DAY_MS } from './clock.ts';

/** Writes down that a solution was used; false when it was before. */
export const insertUsedCaptcha = async (
  db: Db,
  used: { readonly signature: string; readonly expiresAt: Date },
): Promise<boolean> => {
  const taken = await db
    .insertInto('captchas_used')
    .values({ signature: used.signature, expires_at: used.expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return taken.numInsertedOrUpdatedRows === 1n;
};

/** Forgets used solutions a day after their challenge is over: a clock that is put back lets none be used twice. */
export const removeUsedCaptchas = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('captchas_used')
    .where('expires_at', '<=', new Date(now.getTime() - DAY_MS))
    .execute();
};
