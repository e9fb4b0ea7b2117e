import type { Db } from '@skyport/db';
import { forgetAttempts } from '../../platform/attempts-store.ts';
import type { Attempt } from '../../platform/attempt-limits.ts';

/** An account's second step as it is stored. */
export interface StepRow {
  readonly secretEncrypted: Buffer;
  readonly begunAt: Date;
  /** Null = begun, not in force. */
  readonly confirmedAt: Date | null;
  readonly lastStep: number;
}

/** The tries of an account's second step: its wrong codes, counted for the short lock and for that of a day. */
export const wrongCodesOf = (userId: string): readonly Attempt[] => [
  { kind: 'second_step.account', key: userId },
  wrongCodesOfDay(userId),
];

/** The same wrong codes, as the lock of a day counts them. */
export const wrongCodesOfDay = (userId: string): Attempt => ({ kind: 'second_step_day.account', key: userId });

const steps = (db: Db, userId: string) =>
  db
    .selectFrom('second_steps')
    .select([
      'secret_enc as secretEncrypted',
      'begun_at as begunAt',
      'confirmed_at as confirmedAt',
      'last_step as lastStep',
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
  { userId, secretEncrypted, at }: { userId: string; secretEncrypted: Buffer; at: Date },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows: written } = await db
    .insertInto('second_steps')
    .values({ user_id: userId, secret_enc: secretEncrypted, begun_at: at })
    .onConflict((c) =>
      c
        .column('user_id')
        .doUpdateSet({ secret_enc: secretEncrypted, begun_at: at })
        .where('second_steps.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  return (written ?? 0n) > 0n;
};

/** Notes which step's code was taken: neither it nor one before it is taken again. */
export const noteStep = async (trx: Db, userId: string, step: number): Promise<void> => {
  await trx.updateTable('second_steps').set({ last_step: step }).where('user_id', '=', userId).execute();
};

/** Puts a begun second step in force. */
export const changeConfirmed = async (trx: Db, userId: string, at: Date): Promise<void> => {
  await trx.updateTable('second_steps').set({ confirmed_at: at }).where('user_id', '=', userId).execute();
  await trx.updateTable('users').set({ second_step: true }).where('id', '=', userId).execute();
};

/** Removes an account's second step with its recovery codes and wrong codes; false when none was in force. */
export const removeStep = async (trx: Db, userId: string): Promise<boolean> => {
  const changed = await trx
    .updateTable('users')
    .set({ second_step: false })
    .where('id', '=', userId)
    .where('second_step', '=', true)
    .executeTakeFirst();
  await trx.deleteFrom('second_steps').where('user_id', '=', userId).execute();
  await forgetAttempts(trx, wrongCodesOf(userId));
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

/** Uses up a recovery code of an account; false when it is unknown or used. */
export const takeRecoveryCode = async (
  trx: Db,
  { userId, hash }: { readonly userId: string; readonly hash: Buffer },
  at: Date,
): Promise<boolean> => {
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
