import { inTransaction, type Db } from '@skyport/db';
import { sql } from 'kysely';
import type { Deps } from './deps.ts';
import { Refusal, refuse } from './refuse.ts';
import { limitOf, LONGEST_MS, type Try, type TryKind } from './try-limits.ts';

/*
 * The one counter behind every limit on guessing. It is kept in the database, because hours and days are longer than a
 * process lives, and there may be several. A database that is away stops these calls (503): nothing is guessed unseen.
 */

/** Why a try is not allowed. */
export interface Over {
  readonly over: 'wait' | 'captcha';
  readonly kind: TryKind;
}

/** When something is tried, and whether a captcha was solved for it. */
interface Moment {
  readonly at: Date;
  readonly proven: boolean;
}

/**
 * Whether a limit of these tries is used up; a wait comes before a captcha. Needs a transaction, and holds its locks
 * until that ends: whoever tries the same meanwhile stands in line, so a hundred at once are no way round a limit.
 */
export const overLimit = async (trx: Db, tries: readonly Try[], { at, proven }: Moment): Promise<Over | undefined> => {
  const strict = tries.filter(({ kind }) => !limitOf(kind).loose).map(({ kind, key }) => `${kind}:${key}`);
  // In the order of their numbers, so that no two wait for each other.
  await sql`
    select pg_advisory_xact_lock(number) from (
      select distinct hashtextextended(name, 0) as number from unnest(${strict}::text[]) as name order by 1) as ordered`.execute(
    trx,
  );
  const windows = tries.flatMap(({ kind, key, times = 1 }) =>
    limitOf(kind).windows.map(({ max, windowMs }) => ({
      kind,
      key,
      max: max * times,
      since: new Date(at.getTime() - windowMs),
    })),
  );
  const { rows } = await sql<{ kind: TryKind }>`
    select w.kind
      from unnest(${windows.map((w) => w.kind)}::text[], ${windows.map((w) => w.key)}::text[],
                  ${windows.map((w) => w.since)}::timestamptz[], ${windows.map((w) => w.max)}::int[])
           as w (kind, key, since, max)
     where w.max <= (select count(*) from (
             select 1 from tries t where t.kind = w.kind and t.key = w.key and t.at > w.since limit w.max) as counted)`.execute(
    trx,
  );
  const over = rows.map(({ kind }) => ({ kind, over: limitOf(kind).over }));
  return over.find((one) => one.over === 'wait') ?? (proven ? undefined : over[0]);
};

/** Counts tries, whatever their limits say; gives what `giveBack` needs. */
export const noteTries = async (
  db: Db,
  tries: readonly Try[],
  at: Date,
  { ids }: Pick<Deps, 'ids'>,
): Promise<readonly string[]> => {
  const rows = tries.map(({ kind, key }) => ({ id: ids.next(), kind, key, at }));
  await db.insertInto('tries').values(rows).execute();
  return rows.map(({ id }) => id);
};

/** Takes tries back that turned out to be right. */
export const giveBack = async (db: Db, taken: readonly string[]): Promise<void> => {
  await db.deleteFrom('tries').where('id', 'in', taken).execute();
};

/**
 * Does what tries were taken for. Gives them back when it is refused as `throttled`: whoever met a full queue has tried
 * nothing.
 */
export const orGiveBack = async <T>(db: Db, taken: readonly string[], work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (problem) {
    if (problem instanceof Refusal && problem.reason === 'throttled') await giveBack(db, taken);
    throw problem;
  }
};

/**
 * Takes tries before their outcome is known, in a transaction of its own, so that they count even when the call is
 * refused afterwards. Gives what `giveBack` needs, or why there is none left; then nothing is taken.
 */
export const takeTries = (
  deps: Pick<Deps, 'db' | 'clock' | 'ids'>,
  tries: readonly Try[],
  proven = false,
): Promise<Over | { readonly taken: readonly string[] }> => {
  const at = deps.clock.now();
  return inTransaction(
    deps.db,
    async (trx) => (await overLimit(trx, tries, { at, proven })) ?? { taken: await noteTries(trx, tries, at, deps) },
  );
};

/** The same for a call that ends when there is none left: refuses `throttled` or `captchaNeeded`. */
export const spendTries = async (
  deps: Pick<Deps, 'db' | 'clock' | 'ids'>,
  tries: readonly Try[],
  proven = false,
): Promise<readonly string[]> => {
  const outcome = await takeTries(deps, tries, proven);
  return 'taken' in outcome ? outcome.taken : refuseOver(outcome);
};

/** Refuses what a limit does not allow, in its words. */
export const refuseOver = ({ over }: Over): never =>
  over === 'captcha' ? refuse('captchaNeeded') : refuse('throttled', '尝试过多，请稍后再试');

/** Forgets tries that no limit counts any more. */
export const removeOldTries = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('tries')
    .where('at', '<', new Date(now.getTime() - LONGEST_MS))
    .execute();
};
