import type { Db } from '@skyport/db';

/** An account's second step as it is stored. */
export interface StepRow {
  readonly secretSealed: Buffer;
  readonly begunAt: Date;
  /** Null = begun, not in force. */
  readonly confirmedAt: Date | null;
  readonly lastStep: number;
  readonly wrongCodes: number;
  readonly lockedUntil: Date | null;
}

const steps = (db: Db, userId: string) =>
  db
    .selectFrom('second_steps')
    .select([
      'secret_enc as secretSealed',
      'begun_at as begunAt',
      'confirmed_at as confirmedAt',
      'last_step as lastStep',
      'wrong_codes as wrongCodes',
      'locked_until as lockedUntil',
    ])
    .where('user_id', '=', userId);

/** The second step of an account, begun or in force; undefined when there is none. */
export const findStep = (db: Db, userId: string): Promise<StepRow | undefined> => steps(db, userId).executeTakeFirst();

/** The same, locked until the transaction ends: codes of one account are tried one after the other. */
export const lockStep = (trx: Db, userId: string): Promise<StepRow | undefined> =>
  steps(trx, userId).forUpdate().executeTakeFirst();

/** Stores a begun set-up; false when a second step is in force. An older begun one ends, its wrong tries stay. */
export const insertStep = async (
  db: Db,
  { userId, secretSealed, at }: { userId: string; secretSealed: Buffer; at: Date },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows: written } = await db
    .insertInto('second_steps')
    .values({ user_id: userId, secret_enc: secretSealed, begun_at: at })
    .onConflict((c) =>
      c
        .column('user_id')
        .doUpdateSet({ secret_enc: secretSealed, begun_at: at })
        .where('second_steps.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  return (written ?? 0n) > 0n;
};

/** Notes which step's code was taken; wrong tries are forgotten. A recovery code has no step. */
export const noteRight = async (trx: Db, userId: string, step: number | undefined): Promise<void> => {
  await trx
    .updateTable('second_steps')
    .set({ wrong_codes: 0, locked_until: null, ...(step !== undefined && { last_step: step }) })
    .where('user_id', '=', userId)
    .execute();
};

/** Notes a wrong code. */
export const noteWrong = async (
  trx: Db,
  userId: string,
  { wrong, lockedUntil }: { wrong: number; lockedUntil: Date | null },
): Promise<void> => {
  await trx
    .updateTable('second_steps')
    .set({ wrong_codes: wrong, locked_until: lockedUntil })
    .where('user_id', '=', userId)
    .execute();
};

/** Puts a begun second step in force. */
export const changeConfirmed = async (trx: Db, userId: string, at: Date): Promise<void> => {
  await trx.updateTable('second_steps').set({ confirmed_at: at }).where('user_id', '=', userId).execute();
  await trx.updateTable('users').set({ second_step: true }).where('id', '=', userId).execute();
};

/** Removes an account's second step with its recovery codes; false when none was in force. */
export const removeStep = async (trx: Db, userId: string): Promise<boolean> => {
  const changed = await trx
    .updateTable('users')
    .set({ second_step: false })
    .where('id', '=', userId)
    .where('second_step', '=', true)
    .executeTakeFirst();
  await trx.deleteFrom('second_steps').where('user_id', '=', userId).execute();
  return changed.numUpdatedRows > 0n;
};

/** Replaces the recovery codes of an account. */
export const replaceCodes = async (trx: Db, userId: string, hashes: readonly Buffer[]): Promise<void> => {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute();
};

/** Uses up a recovery code; false when it is unknown or used. */
export const takeCode = async (trx: Db, userId: string, hash: Buffer, at: Date): Promise<boolean> => {
  const taken = await trx
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
};

/** How many recovery codes of an account still work. */
export const countCodes = async (db: Db, userId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Ends every session of an account but one, which is named by the hash of its readable part. */
export const removeOtherSessions = async (trx: Db, userId: string, kept: Buffer): Promise<void> => {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).where('token_hash', '!=', kept).execute();
};
