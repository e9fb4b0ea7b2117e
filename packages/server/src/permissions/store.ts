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

/** A permission with how many accounts hold it, be it past its end. */
export interface ListedPermission extends PermissionRow {
  readonly holders: number;
}

/** All permissions, by name. */
export const listPermissions = async (db: Db): Promise<ListedPermission[]> => {
  const { rows } = await sql<ListedPermission>`
    select p.id, p.name, p.description, p.use_times, coalesce(held.holders, 0)::int as holders
      from permissions p
      left join (select permission_id, count(*) as holders from user_permissions group by permission_id) held
        on held.permission_id = p.id
     order by p.name`.execute(db);
  return rows;
};

/** Names of the products on sale that give a permission, and of the lines that ask for it, both in order. */
export interface Uses {
  readonly products: readonly string[];
  readonly lines: readonly string[];
}

/** What a permission is used for. */
export const usesOf = async (trx: Db, id: string): Promise<Uses> => {
  const { rows } = await sql<Uses>`
    select array(select name from combos where deleted_at is null and ${id}::uuid = any(permission_ids) order by name)
             as products,
           array(select name from lines where permission_id = ${id} order by name) as lines`.execute(trx);
  return rows[0] ?? { products: [], lines: [] };
};

/** Those of the ids that are permissions. */
export const listKnown = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('permissions')
    .select('id')
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return rows.map(({ id }) => id);
};

/** The same, which stay until the transaction ends: whoever deletes one of them waits, and sees what gives it then. */
export const lockKnown = async (trx: Db, ids: readonly string[]): Promise<string[]> => {
  const rows = await trx
    .selectFrom('permissions')
    .select('id')
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
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

/** Locks a permission until the transaction ends; undefined when there is none. */
export const lockPermission = (trx: Db, id: string): Promise<PermissionRow | undefined> =>
  trx.selectFrom('permissions').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();

/** Stores a new permission. Throws a unique violation when the name is taken. */
export const insertPermission = (
  trx: Db,
  made: { id: string; name: string; description: string; at: Date },
): Promise<PermissionRow> =>
  trx
    .insertInto('permissions')
    .values({ id: made.id, name: made.name, description: made.description, created_at: made.at })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Saves a locked permission. Throws a unique violation when the name is taken. */
export const changePermission = (
  trx: Db,
  change: { id: string; name: string; description: string },
): Promise<PermissionRow> =>
  trx
    .updateTable('permissions')
    .set({ name: change.name, description: change.description })
    .where('id', '=', change.id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Removes a locked permission. Throws a foreign key violation while a line asks for it. */
export const removePermission = async (trx: Db, id: string): Promise<void> => {
  await trx.deleteFrom('permissions').where('id', '=', id).execute();
};

/** What an account is given: permissions, and when each ends. */
export type Given = readonly { readonly id: string; readonly expiresAt: Date }[];

/** Gives an account these permissions and no others. Throws when one of them does not exist. */
export const replaceHeld = async (trx: Db, userId: string, given: Given): Promise<void> => {
  await trx.deleteFrom('user_permissions').where('user_id', '=', userId).execute();
  if (given.length === 0) return;
  await trx
    .insertInto('user_permissions')
    .values(given.map(({ id, expiresAt }) => ({ user_id: userId, permission_id: id, expires_at: expiresAt })))
    .execute();
};

/** Permissions for so many days. */
export interface TimedPermissions {
  readonly userId: string;
  readonly ids: readonly string[];
  readonly days: number;
  readonly now: Date;
}

/**
 * Gives an account permissions for so many days, from now or from the end of what it holds, and counts the purchase of
 * each. Gives the ids of those that exist; others give nothing.
 */
export const extendHeld = async (trx: Db, { userId, ids, days, now }: TimedPermissions): Promise<string[]> => {
  if (ids.length === 0) return [];
  const known = await trx
    .updateTable('permissions')
    .set({ use_times: sql`use_times + 1` })
    .where('id', 'in', [...ids])
    .returning('id')
    .execute();
  if (known.length === 0) return [];
  await sql`
    insert into user_permissions (user_id, permission_id, expires_at)
    select ${userId}, id, ${now}::timestamptz + make_interval(hours => ${days * 24})
      from unnest(${known.map(({ id }) => id)}::uuid[]) as given (id)
    on conflict (user_id, permission_id) do update
      set expires_at = greatest(user_permissions.expires_at, ${now}) + make_interval(hours => ${days * 24})`.execute(
    trx,
  );
  return known.map(({ id }) => id);
};

/** When each of these permissions of an account ends; those that it never had are missing. */
export const listEnds = async (db: Db, userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> => {
  const { rows } = await sql<{ permission_id: string; expires_at: Date }>`
    select permission_id, expires_at from user_permissions
     where user_id = ${userId} and permission_id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map(({ permission_id, expires_at }) => [permission_id, expires_at]));
};

/** By how many milliseconds permissions of an account end earlier. */
export interface Shortened {
  readonly userId: string;
  readonly cuts: readonly { readonly id: string; readonly ms: number }[];
  readonly now: Date;
}

/** Has permissions of an account end earlier, but not before now; what it does not hold any more stays. */
export const shortenHeld = async (trx: Db, { userId, cuts, now }: Shortened): Promise<void> => {
  const some = cuts.filter(({ ms }) => ms > 0);
  if (some.length === 0) return;
  await sql`
    update user_permissions held
       set expires_at = greatest(${now}::timestamptz, held.expires_at - make_interval(secs => cut.ms / 1000.0))
      from unnest(${some.map(({ id }) => id)}::uuid[], ${some.map(({ ms }) => ms)}::bigint[]) as cut (id, ms)
     where held.user_id = ${userId} and held.permission_id = cut.id and held.expires_at > ${now}`.execute(trx);
};
