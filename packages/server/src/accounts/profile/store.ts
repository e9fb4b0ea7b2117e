import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { AccountSeen } from '../../platform/last-seen.ts';

/**
 * Notes where accounts were.
 *
 * One statement for many, which waits for nobody: a row that somebody else holds is left out, because whoever is
 * there is seen again in a minute. Rows are taken in the order of their keys.
 */
export const storeAccountsSeen = async (db: Db, seen: readonly AccountSeen[]): Promise<void> => {
  await sql`
    with seen as (
      select * from unnest(${seen.map((of) => of.id)}::uuid[], ${seen.map((of) => of.at)}::timestamptz[],
                           ${seen.map((of) => of.url)}::text[]) as note (id, at, url)
    ), held as (
      select id from users where id in (select id from seen) order by id for no key update skip locked
    )
    update users u set last_active_at = greatest(u.last_active_at, seen.at), last_url = coalesce(nullif(seen.url, ''), u.last_url)
      from seen join held using (id) where u.id = held.id`.execute(db);
};

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
