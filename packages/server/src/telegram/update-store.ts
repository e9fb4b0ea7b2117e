import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** An update that waits for its answer. */
export interface OpenUpdate {
  readonly updateId: number;
  /** The update as JSON, encrypted; the column is called `sealed`. */
  readonly encrypted: Buffer;
  readonly tries: number;
}

/** Stores an update; false when it was delivered before. */
export const insertUpdate = async (
  trx: Db,
  update: { botId: number; updateId: number; encrypted: Buffer; at: Date },
): Promise<boolean> => {
  const made = await trx
    .insertInto('tg_update')
    .values({ bot_id: update.botId, update_id: update.updateId, sealed: update.encrypted, at: update.at })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  return (made.numInsertedOrUpdatedRows ?? 0n) > 0n;
};

/** The oldest update of a bot that waits. */
export const findOpenUpdate = (trx: Db, botId: number): Promise<OpenUpdate | undefined> =>
  trx
    .selectFrom('tg_update')
    .select(['update_id as updateId', 'tries', sql<Buffer>`sealed`.as('encrypted')])
    .where('bot_id', '=', botId)
    .where('done_at', 'is', null)
    .orderBy('update_id')
    .limit(1)
    .executeTakeFirst();

/** Notes that an update is answered, or never will be, and forgets what was said. */
export const noteDone = async (db: Db, update: { botId: number; updateId: number; at: Date }): Promise<void> => {
  await db
    .updateTable('tg_update')
    .set({ done_at: update.at, sealed: null })
    .where('bot_id', '=', update.botId)
    .where('update_id', '=', update.updateId)
    .execute();
};

/** Notes a try that failed. */
export const noteTry = async (db: Db, update: { botId: number; updateId: number }): Promise<void> => {
  await db
    .updateTable('tg_update')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('bot_id', '=', update.botId)
    .where('update_id', '=', update.updateId)
    .where('done_at', 'is', null)
    .execute();
};

/** Forgets updates from before an instant: Telegram keeps none longer than a day. */
export const removeOldUpdates = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('tg_update').where('at', '<', before).execute();
};
