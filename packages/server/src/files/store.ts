import type { ImageExt } from '@skyport/contract/files';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { StoreName } from './blobs.ts';
import type { Usage } from './rules.ts';

/** What names an image's bytes, and where they lie. */
export interface FileRow {
  readonly id: string;
  readonly ext: ImageExt;
  readonly store: StoreName;
  readonly bytes: number;
}

const columns = ['id', 'ext', 'store', 'bytes'] as const;

const rowOf = (row: { id: string; ext: string; store: string; bytes: number }): FileRow => ({
  ...row,
  ext: row.ext as ImageExt,
  store: row.store as StoreName,
});

/** Lets an account's uploads be counted and written down one after the other, until the transaction ends. */
export const lockUploads = async (trx: Db, userId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files:${userId}`}, 0))`.execute(trx);
};

/** How many images an account has uploaded since an instant, and the bytes of all it has. */
export const usageOf = async (db: Db, userId: string, since: Date): Promise<Usage> => {
  const { rows } = await sql<Usage>`
    select count(*) filter (where created_at > ${since})::int as lately, coalesce(sum(bytes), 0)::bigint as bytes
      from files where user_id = ${userId}`.execute(db);
  return rows[0]!;
};

/** Writes down an image whose bytes are about to be stored. */
export const insertFile = async (trx: Db, file: FileRow & { userId: string; at: Date }): Promise<void> => {
  const { id, ext, store, bytes, userId, at } = file;
  await trx
    .insertInto('files')
    .values({ id, ext, store, bytes, user_id: userId, created_at: at, unused_since: at })
    .execute();
};

/** Says that an image's bytes are there. */
export const noteStored = async (db: Db, id: string, at: Date): Promise<void> => {
  await db.updateTable('files').set({ stored_at: at }).where('id', '=', id).execute();
};

/** A stored image by id and kind, or undefined. */
export const findStored = async (db: Db, { id, ext }: { id: string; ext: ImageExt }): Promise<FileRow | undefined> => {
  const row = await db
    .selectFrom('files')
    .select(columns)
    .where('id', '=', id)
    .where('ext', '=', ext)
    .where('stored_at', 'is not', null)
    .executeTakeFirst();
  return row && rowOf(row);
};

/** An image, and who may take it: an account, or anybody while something in `sharedBy` uses it. */
interface TakeableImage {
  readonly id: string;
  readonly ext: ImageExt;
  readonly userId: string;
  readonly sharedBy: readonly string[];
}

/** Locks a stored image that may be taken; false when there is none. */
export const lockTakeable = async (trx: Db, { id, ext, userId, sharedBy }: TakeableImage): Promise<boolean> => {
  const { rows } = await sql`
    select from files f
     where f.id = ${id} and f.ext = ${ext} and f.stored_at is not null
       and (f.user_id = ${userId}
            or exists (select from file_uses u where u.file_id = f.id and u.used_by = any(${[...sharedBy]}::text[])))
       for update`.execute(trx);
  return rows.length > 0;
};

/** Accounts that may see an image which not everybody may see; none for one that is open. */
export const listViewers = async (db: Db, id: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('file_uses')
    .select('viewer')
    .where('file_id', '=', id)
    .where('viewer', 'is not', null)
    .execute();
  return rows.flatMap(({ viewer }) => viewer ?? []);
};

/** Says that something uses an image, and who alone may see it because of that. */
export const insertUse = async (
  trx: Db,
  { id, usedBy, viewer }: { readonly id: string; readonly usedBy: string; readonly viewer: string | null },
): Promise<void> => {
  await trx
    .insertInto('file_uses')
    .values({ file_id: id, used_by: usedBy, viewer })
    .onConflict((c) => c.doNothing())
    .execute();
};

/** Says that something uses an image no more; fine when it never did. */
export const removeUse = async (trx: Db, use: { id: string; usedBy: string; at: Date }): Promise<void> => {
  const gone = await trx
    .deleteFrom('file_uses')
    .where('file_id', '=', use.id)
    .where('used_by', '=', use.usedBy)
    .executeTakeFirst();
  if (gone.numDeletedRows === 0n) return;
  await trx.updateTable('files').set({ unused_since: use.at }).where('id', '=', use.id).execute();
};

/**
 * Locks one image that nothing has used since an instant, or whose owner is gone; one that somebody else is about to
 * take or remove is passed over. Undefined when there is none.
 */
export const lockOrphan = async (trx: Db, since: Date): Promise<FileRow | undefined> => {
  const { rows } = await sql<{ id: string; ext: string; store: string; bytes: number }>`
    select f.id, f.ext, f.store, f.bytes from files f
     where f.user_id is null
        or (f.unused_since <= ${since} and not exists (select from file_uses u where u.file_id = f.id))
     limit 1 for update of f skip locked`.execute(trx);
  return rows[0] && rowOf(rows[0]);
};

/** Removes an image's row: its bytes are gone. */
export const removeFile = async (trx: Db, id: string): Promise<void> => {
  await trx.deleteFrom('files').where('id', '=', id).execute();
};
