import type { Db } from '@skyport/db';

/** A record that somebody made by a wish of theirs. */
export interface MadeRecord {
  readonly made_by: string;
  /** Names the wish. */
  readonly change: string;
  readonly kind: string;
  readonly record_id: string;
  readonly form_mac: Buffer;
  readonly made_at: Date;
}

/** Notes a record; false where the same wish has made one before. Waits for the same wish that is under way. */
export const insertMade = async (trx: Db, made: MadeRecord): Promise<boolean> => {
  const done = await trx
    .insertInto('made_records')
    .values(made)
    .onConflict((conflict) => conflict.columns(['made_by', 'change']).doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
};

/** What a wish has made. */
export const getMade = (
  trx: Db,
  { made_by, change }: Pick<MadeRecord, 'made_by' | 'change'>,
): Promise<Pick<MadeRecord, 'record_id' | 'form_mac'>> =>
  trx
    .selectFrom('made_records')
    .select(['record_id', 'form_mac'])
    .where('made_by', '=', made_by)
    .where('change', '=', change)
    .executeTakeFirstOrThrow();
