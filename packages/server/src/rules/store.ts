import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** A version of the rules as it is stored; `rules` null is the product's default. */
export interface RuleSetRow {
  readonly version: number;
  readonly rules: unknown;
  readonly saved_at: Date;
  readonly saved_by: string | null;
}

const columns = ['version', 'rules', 'saved_at', 'saved_by'] as const;

/** Versions that are kept. */
const KEPT = 50;

/** The last versions, newest first. */
export const listVersions = (db: Db, limit: number): Promise<RuleSetRow[]> =>
  db.selectFrom('rule_sets').select(columns).orderBy('version', 'desc').limit(limit).execute();

/** One version, or undefined. */
export const findVersion = (db: Db, version: number): Promise<RuleSetRow | undefined> =>
  db.selectFrom('rule_sets').select(columns).where('version', '=', version).executeTakeFirst();

/** Number of the newest version; 0 when there is none. */
export const newestVersion = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('rule_sets')
    .select((e) => e.fn.max('version').as('version'))
    .executeTakeFirst();
  return row?.version ?? 0;
};

/** Stores a new version and forgets those that are too old. */
export const insertVersion = async (
  trx: Db,
  { version, rules, at, by }: { version: number; rules: object | null; at: Date; by: string },
): Promise<void> => {
  const json = rules === null ? null : JSON.stringify(rules);
  await sql`
    insert into rule_sets (version, rules, saved_at, saved_by)
    values (${version}, ${json}::jsonb, ${at}, ${by})`.execute(trx);
  await trx
    .deleteFrom('rule_sets')
    .where('version', '<=', version - KEPT)
    .execute();
};
