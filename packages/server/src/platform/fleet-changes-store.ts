import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** Writes down that something about these users (`users.num`) has changed, in one row. */
export const insertUserChanges = async (trx: Db, userNums: readonly number[]): Promise<void> => {
  await sql`insert into fleet_changes (user_nums) values (${userNums}::bigint[])`.execute(trx);
};

/** Writes down that something about a node has changed. */
export const insertNodeChange = async (trx: Db, nodeId: string): Promise<void> => {
  await sql`insert into fleet_changes (node_id) values (${nodeId})`.execute(trx);
};

/** Takes everything that changed since the last time. */
export const takeChanges = async (db: Db): Promise<{ users: number[]; nodes: string[] }> => {
  const { rows } = await sql<{ user_nums: number[]; node_id: string | null }>`
    delete from fleet_changes returning user_nums, node_id`.execute(db);
  return {
    users: [...new Set(rows.flatMap(({ user_nums }) => user_nums))],
    nodes: [...new Set(rows.flatMap(({ node_id }) => (node_id === null ? [] : [node_id])))],
  };
};
