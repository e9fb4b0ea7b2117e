import type { Db } from '@skyport/db';

/** Whether the account may change its link, locked for the rest of the transaction. */
export const lockKeyRight = async (trx: Db, userId: string): Promise<boolean> => {
  const row = await trx
    .selectFrom('users')
    .select('can_change_key')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.can_change_key;
};

/** Replaces the secret part of an account's link. */
export const changeUserkey = async (
  trx: Db,
  userId: string,
  key: { encrypted: Buffer; hash: Buffer },
): Promise<void> => {
  await trx
    .updateTable('users')
    .set({ userkey_enc: key.encrypted, userkey_hash: key.hash })
    .where('id', '=', userId)
    .execute();
};
