import type { Db } from '@skyport/db';

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
