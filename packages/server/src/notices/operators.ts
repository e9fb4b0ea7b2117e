import type { Db } from '@skyport/db';
import { tell, type TellDeps, type Telling } from './tell.ts';

/** Ids of those who hear alarms: whom the settings name, as long as they are an admin, else every admin. */
export const listOperators = async (db: Db, adminId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('type', '=', 'admin')
    .where('disabled', '=', false)
    .execute();
  const all = rows.map(({ id }) => id);
  return all.includes(adminId) ? [adminId] : all;
};

/** Tells the operators of something, in the transaction in which it happens. */
export const tellOperators = async (trx: Db, deps: TellDeps, telling: Omit<Telling, 'userId'>): Promise<void> => {
  for (const userId of await listOperators(trx, deps.settings.current().admin_id))
    await tell(trx, deps, { ...telling, userId });
};
