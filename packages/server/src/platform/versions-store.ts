import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** What every process keeps a copy of; its number rises with each change. */
type Versioned = 'catalogue' | 'settings' | 'pay_instances';

/** Makes every process notice that something which it has a copy of was changed. */
export const bumpVersions = async (trx: Db, ...names: readonly Versioned[]): Promise<void> => {
  await trx
    .updateTable('versions')
    .set({ value: sql`value + 1` })
    .where('name', 'in', names)
    .execute();
};

/** The version of one of them: it grows with every change. */
export const readVersion = async (db: Db, name: Versioned): Promise<number> => {
  const row = await db.selectFrom('versions').select('value').where('name', '=', name).executeTakeFirst();
  return Number(row?.value ?? 0);
};
