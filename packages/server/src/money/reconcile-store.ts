import type { DifferenceFilter, DifferenceKind, DifferenceState } from '@skyport/contract/reconcile';
import type { DB, Db } from '@skyport/db';
import { type Insertable, type Selectable, sql } from 'kysely';
import { partOfNumber, partOfReference } from '../orders/index.ts';

/** A day of an instance that was compared, as it is stored. */
export type RunRow = Selectable<DB['reconciliations']>;

/** A difference as it is stored. */
export interface LineRow extends Omit<Selectable<DB['reconciliation_lines']>, 'kind' | 'state'> {
  readonly kind: DifferenceKind;
  readonly state: DifferenceState;
}

const asLineRow = (row: Selectable<DB['reconciliation_lines']>): LineRow => row as LineRow;

/** Stores how a day of an instance was compared, in the place of how that failed before. */
export const saveRun = async (trx: Db, run: Insertable<DB['reconciliations']>): Promise<void> => {
  const { id: _id, ...again } = run;
  await trx
    .insertInto('reconciliations')
    .values(run)
    .onConflict((c) => c.columns(['instance', 'day']).doUpdateSet(again))
    .execute();
};

/** How a day of an instance was compared last; undefined before the first time. */
export const findRun = (
  db: Db,
  { instance, day }: { readonly instance: string; readonly day: string },
): Promise<RunRow | undefined> =>
  db
    .selectFrom('reconciliations')
    .selectAll()
    .where('instance', '=', instance)
    .where('day', '=', day)
    .executeTakeFirst();

/** Stores differences that are not known yet; gives how many are new. */
export const insertLines = async (
  trx: Db,
  lines: readonly Insertable<DB['reconciliation_lines']>[],
): Promise<number> => {
  if (lines.length === 0) return 0;
  const rows = await trx
    .insertInto('reconciliation_lines')
    .values([...lines])
    .onConflict((c) => c.columns(['instance', 'kind', 'reference_key']).doNothing())
    .returning('id')
    .execute();
  return rows.length;
};

/** The newest days that were compared. */
export const listRuns = (db: Db, most: number): Promise<Omit<RunRow, 'heard'>[]> =>
  db
    .selectFrom('reconciliations')
    .select([
      'id',
      'instance',
      'day',
      'state',
      'way',
      'theirs',
      'ours',
      'differences',
      'unanswered',
      'unasked',
      'ran_at',
    ])
    .orderBy('day', 'desc')
    .orderBy('instance')
    .limit(most)
    .execute();

/** The newest differences that fit. */
export const listLines = async (db: Db, { state, filterStr }: DifferenceFilter, most: number): Promise<LineRow[]> => {
  const rows = await db
    .selectFrom('reconciliation_lines')
    .selectAll()
    .$if(state !== undefined, (q) => q.where('state', '=', state!))
    .$if(filterStr !== '', (q) =>
      q.where((e) =>
        e.or([
          e('reference_key', 'like', partOfReference(filterStr)),
          e('trade_number', 'ilike', partOfNumber(filterStr)),
        ]),
      ),
    )
    .orderBy('found_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map(asLineRow);
};

/** How many differences wait for a decision, and since when the first one does; null for none. */
export const readDifferenceWatch = async (db: Db): Promise<{ count: number; since: Date | null }> => {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(found_at) as since from reconciliation_lines where state = 'open'`.execute(db);
  return rows[0]!;
};

/** A difference, locked. */
export const lockLine = async (trx: Db, id: string): Promise<LineRow | undefined> => {
  const row = await trx
    .selectFrom('reconciliation_lines')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && asLineRow(row);
};

/** Notes what staff decided about a difference. */
export const closeLine = async (
  trx: Db,
  id: string,
  end: {
    readonly state: Exclude<DifferenceState, 'open'>;
    readonly by: string;
    readonly at: Date;
    readonly why: string;
  },
): Promise<void> => {
  await trx
    .updateTable('reconciliation_lines')
    .set({ state: end.state, closed_by: end.by, closed_at: end.at, closed_why: end.why })
    .where('id', '=', id)
    .execute();
};
