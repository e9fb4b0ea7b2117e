import type { Db } from '@skyport/db';

/** An entry as it is stored. */
export interface EntryRow {
  readonly id: string;
  readonly position: number;
  readonly name: string;
  readonly ip: string;
  readonly ip_list: string[];
  readonly description: string;
  readonly visible: boolean;
}

const entryColumns = ['id', 'position', 'name', 'ip', 'ip_list', 'description', 'visible'] as const;

/** All entries, in the order in which they are shown. */
export const listEntries = (db: Db): Promise<EntryRow[]> =>
  db
    .selectFrom('entries')
    .select(entryColumns)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();

/** Locks an entry until the transaction ends; undefined when there is none. */
export const lockEntry = (trx: Db, id: string): Promise<EntryRow | undefined> =>
  trx
    .selectFrom('entries')
    .select(entryColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Stores a new entry. */
export const insertEntry = async (trx: Db, row: EntryRow, at: Date): Promise<void> => {
  await trx
    .insertInto('entries')
    .values({ ...row, created_at: at })
    .execute();
};

/** Saves an entry. */
export const changeEntry = async (trx: Db, { id, ...columns }: EntryRow): Promise<void> => {
  await trx.updateTable('entries').set(columns).where('id', '=', id).execute();
};

/** Marks an entry deleted. */
export const removeEntry = async (trx: Db, id: string, at: Date): Promise<void> => {
  await trx.updateTable('entries').set({ deleted_at: at }).where('id', '=', id).execute();
};
