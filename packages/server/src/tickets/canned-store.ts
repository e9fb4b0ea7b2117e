import type { Db } from '@skyport/db';

/** A canned answer as it is stored. */
export interface CannedRow {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/** Canned answers by name. */
export const listCanned = (db: Db): Promise<CannedRow[]> =>
  db.selectFrom('canned_answers').selectAll().orderBy('name').orderBy('id').execute();

/** Locks a canned answer until the transaction ends; undefined when there is none. */
export const lockCanned = (trx: Db, id: string): Promise<CannedRow | undefined> =>
  trx.selectFrom('canned_answers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** How many there are. */
export const countCanned = async (trx: Db): Promise<number> => {
  const { count } = await trx
    .selectFrom('canned_answers')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Stores a new one. */
export const insertCanned = async (trx: Db, row: CannedRow): Promise<void> => {
  await trx.insertInto('canned_answers').values(row).execute();
};

/** Writes a locked one. */
export const changeCanned = async (trx: Db, { id, name, text }: CannedRow): Promise<void> => {
  await trx.updateTable('canned_answers').set({ name, text }).where('id', '=', id).execute();
};

/** Removes a locked one. */
export const removeCanned = async (trx: Db, id: string): Promise<void> => {
  await trx.deleteFrom('canned_answers').where('id', '=', id).execute();
};
