import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** A key pair of the panel itself. */
export interface PanelKey {
  readonly name: string;
  readonly private_enc: Buffer;
  readonly public_pem: string;
  readonly created_at: Date;
}

/** The panel's key of that name, or undefined. */
export const findPanelKey = (db: Db, name: string): Promise<PanelKey | undefined> =>
  db.selectFrom('panel_keys').selectAll().where('name', '=', name).executeTakeFirst();

/** Stores a key unless there is one of that name already. */
export const insertPanelKey = async (db: Db, key: PanelKey): Promise<void> => {
  await db
    .insertInto('panel_keys')
    .values(key)
    .onConflict((c) => c.column('name').doNothing())
    .execute();
};

/**
 * Puts another certificate in the place of one for the same key, unless somebody else has done so; gives the one
 * that is stored now.
 */
export const replacePanelCertificate = async (
  db: Db,
  { name, before, after }: { readonly name: string; readonly before: string; readonly after: string },
): Promise<string> => {
  await sql`update panel_keys set public_pem = ${after} where name = ${name} and public_pem = ${before}`.execute(db);
  const stored = await findPanelKey(db, name);
  if (!stored) throw new Error(`the key ${name} is gone`);
  return stored.public_pem;
};
