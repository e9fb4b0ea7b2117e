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

/** A version without its rules; the figures are null for the product's default. */
export interface VersionRow extends Omit<RuleSetRow, 'rules'> {
  readonly groups: number | null;
  readonly lists: number | null;
  readonly entries: number | null;
}

/** The last versions, newest first. */
export const listVersions = async (db: Db, limit: number): Promise<VersionRow[]> => {
  const { rows } = await sql<VersionRow>`
    select version, saved_at, saved_by, jsonb_array_length(rules->'groups') as groups,
           jsonb_array_length(rules->'lists') as lists,
           (select coalesce(sum(jsonb_array_length(l->'suffixes') + jsonb_array_length(l->'domains')
                                + jsonb_array_length(l->'keywords') + jsonb_array_length(l->'networks')), 0)::int
              from jsonb_array_elements(rules->'lists') l where rules is not null) as entries
      from rule_sets order by version desc limit ${limit}`.execute(db);
  return rows;
};

/** The version in force, or undefined when nothing was ever saved. */
export const findNewest = (db: Db): Promise<RuleSetRow | undefined> =>
  db.selectFrom('rule_sets').select(columns).orderBy('version', 'desc').limit(1).executeTakeFirst();

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
