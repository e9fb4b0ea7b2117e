import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** Who was served on these lines and is no more, since an instant: users by line. */
export const servedSince = async (
  db: Db,
  lines: readonly number[],
  since: Date,
): Promise<ReadonlyMap<number, ReadonlySet<number>>> => {
  const { rows } = await sql<{ lines: number[]; users: number[] }>`
    select array(select l from unnest(line_nums) l where l = any(${lines}::bigint[])) as lines, user_nums as users
      from served_until where at >= ${since} and line_nums && ${lines}::bigint[]`.execute(db);
  const found = new Map<number, Set<number>>();
  for (const row of rows)
    for (const line of row.lines) {
      const users = found.get(line) ?? new Set();
      for (const user of row.users) users.add(user);
      found.set(line, users);
    }
  return found;
};

/** Users who were served on lines until now. */
export interface Removal {
  readonly lines: readonly number[];
  readonly users: readonly number[];
}

/** Users in one row: a statement with a million numbers takes memory and delays answers. */
const AT_ONCE = 10_000;

/** Remembers removals with their instant. */
export const keepRemovals = async (db: Db, at: Date, removals: readonly Removal[]): Promise<void> => {
  for (const { lines, users } of removals)
    for (let from = 0; from < users.length; from += AT_ONCE)
      await sql`insert into served_until (at, line_nums, user_nums)
                values (${at}, ${lines}::bigint[], ${users.slice(from, from + AT_ONCE)}::bigint[])`.execute(db);
};

/** Forgets removals from before an instant. */
export const dropRemovals = async (db: Db, before: Date): Promise<void> => {
  await sql`delete from served_until where at < ${before}`.execute(db);
};

/** When agents were last heard of (ms), by node, and when the panel last checked any. */
export interface Heard {
  of: ReadonlyMap<string, number>;
  last: Date;
}

/** Reads when agents were last heard of; where none was, nothing is changed. */
export const heardOf = async (db: Db): Promise<Partial<Heard>> => {
  const { rows } = await sql<{ node_id: string; reached_at: Date | null; last: Date | null }>`
    select node_id, reached_at, max(looked_at) over () as last from node_agents`.execute(db);
  const last = rows[0]?.last;
  return {
    of: new Map(rows.map(({ node_id, reached_at }) => [node_id, reached_at?.getTime() ?? 0])),
    ...(last && { last }),
  };
};
