import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** Something that was undone, or is being undone, of a node. */
export interface Undo {
  readonly id: string;
  readonly nodeId: string;
  /** Business days. */
  readonly days: readonly string[];
  /** Id of the admin who asked for it. */
  readonly actor: string;
  readonly begunAt: Date;
  /** Users up to this number were given back what they were charged; 0 at the start. */
  readonly after: number;
  /** Users who were given something back so far. */
  readonly users: number;
  /** Bytes of permanent traffic that were given back so far. */
  readonly returned: number;
  /** Null while users are left. */
  readonly endedAt: Date | null;
}

const columns = sql`id, node_id as "nodeId", array(select unnest(days)::text) as days, actor, begun_at as "begunAt",
  after_user as after, users, returned, ended_at as "endedAt"`;

/** Stores a new undo; a node has one that is open at most. */
export const insertUndo = async (
  trx: Db,
  undo: Pick<Undo, 'id' | 'nodeId' | 'days' | 'actor' | 'begunAt'>,
): Promise<void> => {
  await sql`insert into node_undos (id, node_id, days, actor, begun_at)
            values (${undo.id}, ${undo.nodeId}, ${undo.days}::date[], ${undo.actor}, ${undo.begunAt})`.execute(trx);
};

/** The undo of that id. Throws when there is none. */
export const getUndo = async (db: Db, id: string): Promise<Undo> => {
  const { rows } = await sql<Undo>`select ${columns} from node_undos where id = ${id}`.execute(db);
  if (!rows[0]) throw new Error(`there is no undo ${id}`);
  return rows[0];
};

/** The open undo of a node. */
export const findOpenUndo = async (db: Db, nodeId: string): Promise<Undo | undefined> => {
  const { rows } = await sql<Undo>`
    select ${columns} from node_undos where node_id = ${nodeId} and ended_at is null`.execute(db);
  return rows[0];
};

/** Locks an undo; undefined when it is not open any more. */
export const lockOpenUndo = async (trx: Db, id: string): Promise<Undo | undefined> => {
  const { rows } = await sql<Undo>`
    select ${columns} from node_undos where id = ${id} and ended_at is null for update`.execute(trx);
  return rows[0];
};

/** Ids of open undos, the oldest first. */
export const listOpenUndos = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from node_undos where ended_at is null order by begun_at, id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Notes how far a locked undo has come, and what was returned since the last time. */
export const advanceUndo = async (
  trx: Db,
  id: string,
  { after, users, returned }: Pick<Undo, 'after' | 'users' | 'returned'>,
): Promise<void> => {
  await sql`
    update node_undos set after_user = ${after}, users = users + ${users}, returned = saturated(returned, ${returned}::bigint)
     where id = ${id}`.execute(trx);
};

/** Closes a locked undo that has reached everybody. */
export const endUndo = async (trx: Db, id: string, at: Date): Promise<void> => {
  await sql`update node_undos set ended_at = ${at} where id = ${id}`.execute(trx);
};
