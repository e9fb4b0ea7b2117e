import type { OutsideListId, OutsideProblem } from '@skyport/contract/outside-lists';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** A list without its names. */
export interface OutsideListRow {
  readonly id: OutsideListId;
  readonly source: string;
  readonly etag: string;
  readonly name_count: number;
  readonly bytes: number;
  readonly dropped_rows: number;
  readonly dropped_names: number;
  readonly fetched_at: Date | null;
  readonly asked_at: Date | null;
  readonly checked_at: Date | null;
  readonly problem: OutsideProblem | null;
}

const columns = [
  'id',
  'source',
  'etag',
  'name_count',
  'bytes',
  'dropped_rows',
  'dropped_names',
  'fetched_at',
  'asked_at',
  'checked_at',
  'problem',
] as const;

/** The lists that were ever asked for. */
export const listOutsideLists = async (db: Db): Promise<OutsideListRow[]> =>
  (await db.selectFrom('outside_lists').select(columns).execute()) as OutsideListRow[];

/** Ids of lists with names. */
export const storedOutsideLists = async (db: Db): Promise<OutsideListId[]> => {
  const rows = await db.selectFrom('outside_lists').select('id').where('name_count', '>', 0).orderBy('id').execute();
  return rows.map(({ id }) => id as OutsideListId);
};

/** Names of one list, and their version: another one for other names. */
export interface StoredNames {
  readonly id: OutsideListId;
  readonly version: number;
  readonly names: readonly string[];
}

/** The names of all lists. */
export const readOutsideNames = async (db: Db): Promise<StoredNames[]> => {
  const rows = await db
    .selectFrom('outside_lists')
    .select(['id', 'version', 'names'])
    .where('name_count', '>', 0)
    .execute();
  return rows.map(({ id, version, names }) => ({ id: id as OutsideListId, version, names: names.split('\n') }));
};

/** Grows with every change of names. */
export const outsideVersion = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('outside_lists')
    .select((e) => e.fn.sum<string | null>('version').as('version'))
    .executeTakeFirst();
  return Number(row?.version ?? 0);
};

/** Notes that somebody asked for a list. */
export const noteAsked = async (trx: Db, id: OutsideListId, at: Date): Promise<void> => {
  await sql`
    insert into outside_lists (id, asked_at) values (${id}, ${at})
    on conflict (id) do update set asked_at = excluded.asked_at`.execute(trx);
};

/** Notes a fetch that changed nothing, and why; null when there was nothing new. */
export const noteChecked = async (
  db: Db,
  id: OutsideListId,
  { at, problem }: { readonly at: Date; readonly problem: OutsideProblem | null },
): Promise<void> => {
  await sql`
    insert into outside_lists (id, checked_at, problem) values (${id}, ${at}, ${problem})
    on conflict (id) do update set checked_at = excluded.checked_at, problem = excluded.problem`.execute(db);
};

/** Names that passed every check. */
export interface NewNames {
  readonly at: Date;
  readonly source: string;
  readonly etag: string;
  readonly names: readonly string[];
  readonly bytes: number;
  readonly droppedRows: number;
  readonly droppedNames: number;
}

/** Stores names in the place of those before; equal ones keep their version. */
export const storeNames = async (trx: Db, id: OutsideListId, given: NewNames): Promise<void> => {
  const { at, source, etag, bytes, droppedRows, droppedNames } = given;
  const names = given.names.join('\n');
  await sql`
    insert into outside_lists as l (id, version, source, etag, names, name_count, bytes, dropped_rows, dropped_names,
                                    fetched_at, checked_at)
    values (${id}, 1, ${source}, ${etag}, ${names}, ${given.names.length}, ${bytes}, ${droppedRows}, ${droppedNames},
            ${at}, ${at})
    on conflict (id) do update set
      version = l.version + (l.names <> excluded.names)::int,
      source = excluded.source, etag = excluded.etag, names = excluded.names, name_count = excluded.name_count,
      bytes = excluded.bytes, dropped_rows = excluded.dropped_rows, dropped_names = excluded.dropped_names,
      fetched_at = excluded.fetched_at, checked_at = excluded.checked_at, problem = null`.execute(trx);
};
