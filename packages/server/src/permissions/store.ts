import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** A permission as it is stored. */
export interface PermissionRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly use_times: number;
}

const columns = ['id', 'name', 'description', 'use_times'] as const;

/** All permissions, by name. */
export const listPermissions = (db: Db): Promise<PermissionRow[]> =>
  db.selectFrom('permissions').select(columns).orderBy('name').execute();

/** Those of the ids that are permissions. */
export const listKnown = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('permissions')
    .select('id')
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return rows.map(({ id }) => id);
};

/** A permission held until an instant. */
export interface HeldRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly expires_at: Date;
}

/** Permissions that the account holds at `now`. */
export const listHeld = (db: Db, userId: string, now: Date): Promise<HeldRow[]> =>
  db
    .selectFrom('user_permissions as held')
    .innerJoin('permissions as p', 'p.id', 'held.permission_id')
    .select(['p.id', 'p.name', 'p.description', 'held.expires_at'])
    .where('held.user_id', '=', userId)
    .where('held.expires_at', '>', now)
    .orderBy('p.name')
    .execute();

/** Stores a new permission; undefined when the name is taken. */
export const insertPermission = (
  db: Db,
  made: { id: string; name: string; description: string; at: Date },
): Promise<PermissionRow | undefined> =>
  db
    .insertInto('permissions')
    .values({ id: made.id, name: made.name, description: made.description, created_at: made.at })
    .onConflict((c) => c.column('name').doNothing())
    .returning(columns)
    .executeTakeFirst();

/** Saves a permission; undefined when there is none. Throws a unique violation when the name is taken. */
export const changePermission = (
  db: Db,
  change: { id: string; name: string; description: string },
): Promise<PermissionRow | undefined> =>
  db
    .updateTable('permissions')
    .set({ name: change.name, description: change.description })
    .where('id', '=', change.id)
    .returning(columns)
    .executeTakeFirst();

/** Removes a permission; false when there is none. Throws a foreign key violation while a line asks for it. */
export const removePermission = async (db: Db, id: string): Promise<boolean> => {
  const removed = await db.deleteFrom('permissions').where('id', '=', id).executeTakeFirst();
  return removed.numDeletedRows > 0n;
};
