import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { limitOf, LONGEST_MS, type Attempt, type AttemptKind } from './attempt-limits.ts';
import type { Ids } from './ids.ts';

/** Why an attempt is not allowed. */
export interface LimitReached {
  readonly over: 'wait' | 'captcha';
  readonly kind: AttemptKind;
}

/** When something is attempted, and whether a captcha was solved for it. */
interface Moment {
  readonly at: Date;
  readonly proven: boolean;
}

/**
 * Whether a limit of these attempts is used up; a wait comes before a captcha. Needs a transaction, and holds its locks
 * until that ends: whoever attempts the same meanwhile waits, so that a hundred at once do not get round a limit.
 */
export const findReachedLimit = async (
  trx: Db,
  attempts: readonly Attempt[],
  { at, proven }: Moment,
): Promise<LimitReached | undefined> => {
  const strict = attempts.filter(({ kind }) => !limitOf(kind).loose).map(({ kind, key }) => `${kind}:${key}`);
  // In the order of their numbers, so that no two wait for each other.
  await sql`
    select pg_advisory_xact_lock(number) from (
      select distinct hashtextextended(name, 0) as number from unnest(${strict}::text[]) as name order by 1) as ordered`.execute(
    trx,
  );
  const windows = attempts.flatMap(({ kind, key, times = 1 }) =>
    limitOf(kind).windows.map(({ max, windowMs }) => ({
      kind,
      key,
      max: max * times,
      since: new Date(at.getTime() - windowMs),
    })),
  );
  const { rows } = await sql<{ kind: AttemptKind }>`
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

/** Counts attempts, whatever their limits say; gives the ids that `refundAttempts` takes. */
export const recordAttempts = async (
  db: Db,
  attempts: readonly Attempt[],
  { at, ids }: { readonly at: Date; readonly ids: Ids },
): Promise<readonly string[]> => {
  const rows = attempts.map(({ kind, key }) => ({ id: ids.next(), kind, key, at }));
  await db.insertInto('tries').values(rows).execute();
  return rows.map(({ id }) => id);
};

/** How many attempts of a kind and key were counted after an instant. */
export const countAttempts = async (db: Db, { kind, key }: Attempt, after: Date): Promise<number> => {
  const { count } = await db
    .selectFrom('tries')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('at', '>', after)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Deletes attempts that turned out to be right: they do not count. */
export const refundAttempts = async (db: Db, taken: readonly string[]): Promise<void> => {
  await db.deleteFrom('tries').where('id', 'in', taken).execute();
};

/** Deletes every attempt of these kinds and keys: a right answer ends a row of wrong ones. */
export const forgetAttempts = async (db: Db, attempts: readonly Attempt[]): Promise<void> => {
  for (const { kind, key } of attempts) {
    await db.deleteFrom('tries').where('kind', '=', kind).where('key', '=', key).execute();
  }
};

/** Deletes attempts that no limit counts any more. */
export const removeOldAttempts = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('tries')
    .where('at', '<', new Date(now.getTime() - LONGEST_MS))
    .execute();
};
