import type { Db } from '@skyport/db';

/** A key of the panel itself. */
export interface InstallKeyRow {
  readonly name: string;
  readonly private_enc: Buffer;
  readonly public_text: string;
  readonly created_at: Date;
}

/** The key of that name, or undefined. */
export const findInstallKey = (db: Db, name: string): Promise<InstallKeyRow | undefined> =>
  db.selectFrom('install_keys').selectAll().where('name', '=', name).executeTakeFirst();

/** Stores a key unless there is one of that name already. */
export const insertInstallKey = async (db: Db, key: InstallKeyRow): Promise<void> => {
  await db
    .insertInto('install_keys')
    .values(key)
    .onConflict((c) => c.column('name').doNothing())
    .execute();
};

/** Deletes exactly this key; another one of the same name stays. */
export const deleteInstallKey = async (db: Db, { name, public_text: text }: InstallKeyRow): Promise<void> => {
  await db.deleteFrom('install_keys').where('name', '=', name).where('public_text', '=', text).execute();
};
