import type { Db } from '@skyport/db';

/** A Telegram account that was bound. */
export interface Binding {
  readonly chatId: number;
  readonly name: string;
}

/**
 * Removes an account's binding to Telegram and every code and request that could make another one. Gives the binding;
 * undefined when there was none.
 */
export const removeBinding = async (trx: Db, userId: string): Promise<Binding | undefined> => {
  const bound = await trx
    .selectFrom('users')
    .select(['telegram_id', 'telegram_name'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  await trx.deleteFrom('telegram_codes').where('user_id', '=', userId).execute();
  await trx.deleteFrom('telegram_requests').where('user_id', '=', userId).execute();
  if (!bound || bound.telegram_id === null) return undefined;
  await trx
    .updateTable('users')
    .set({ telegram_id: null, telegram_name: '', telegram_since: null })
    .where('id', '=', userId)
    .execute();
  return { chatId: bound.telegram_id, name: bound.telegram_name };
};
