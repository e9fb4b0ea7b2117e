import type { Db } from '@skyport/db';

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
