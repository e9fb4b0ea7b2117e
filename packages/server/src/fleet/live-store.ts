import type { AgentState } from '@skyport/contract/fleet';
import type { AlarmReason } from '@skyport/contract/quarantine-reasons';
import type { AlarmKind } from '@skyport/contract/node-health';
import type { NodeTrouble } from '@skyport/contract/node-trouble';
import type { NodeHealth } from '@skyport/contract/nodes';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** A node with what is known of its agent; `state` is what the agent said at `reached_at`. */
export interface LiveRow {
  readonly node_id: string;
  readonly node_name: string;
  readonly enrolled: boolean;
  readonly health: NodeHealth | null;
  readonly troubles: readonly NodeTrouble[] | null;
  readonly reached_at: Date | null;
  readonly looked_at: Date | null;
  readonly missed: number | null;
  readonly speed_ms: number | null;
  readonly state: AgentState | null;
  /** The books that its agent keeps when they are not the billed ones. */
  readonly new_books: string | null;
  readonly open_alarms: number;
  readonly quarantined: number;
}

/** All nodes, or one, in the order in which they are shown. */
export const listLive = async (db: Db, nodeId: string | undefined): Promise<LiveRow[]> => {
  const { rows } = await sql<LiveRow>`
    select n.id as node_id, n.name as node_name, a.node_id is not null as enrolled, a.health, a.troubles, a.reached_at, a.looked_at,
           a.missed, a.speed_ms, a.state,
           nullif(a.state->>'epoch', a.epoch::text) as new_books,
           (select count(*)::integer from node_alarms m where m.node_id = n.id and m.closed_at is null) as open_alarms,
           (select count(*)::integer from usage_held h where h.node_id = n.id and h.state = 'quarantined') as quarantined
      from nodes n left join node_agents a on a.node_id = n.id
     where n.deleted_at is null and (${nodeId ?? null}::uuid is null or n.id = ${nodeId ?? null}::uuid)
     order by n.position, n.num`.execute(db);
  return rows;
};

/** An alarm with the name of its node. */
export interface AlarmRow {
  readonly id: string;
  readonly node_id: string;
  readonly node_name: string;
  readonly kind: AlarmKind;
  readonly reason: AlarmReason | null;
  readonly message: string;
  readonly at: Date;
  readonly closed_at: Date | null;
}

/** Alarms, newest first: the open ones, or all. */
export const listAlarms = async (db: Db, closed: boolean, limit: number): Promise<AlarmRow[]> => {
  const { rows } = await sql<AlarmRow>`
    select m.id, m.node_id, n.name as node_name, m.kind, m.reason, m.message, m.at, m.closed_at
      from node_alarms m join nodes n on n.id = m.node_id
     where ${closed} or m.closed_at is null
     order by m.at desc, m.id limit ${limit}`.execute(db);
  return rows;
};

/** Locks an open alarm until the transaction ends; false when there is none of that id. */
export const lockAlarm = async (trx: Db, id: string): Promise<boolean> => {
  const found = await trx
    .selectFrom('node_alarms')
    .select('id')
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return found !== undefined;
};

/** Closes a locked alarm. */
export const closeAlarm = async (trx: Db, id: string, at: Date): Promise<void> => {
  await trx.updateTable('node_alarms').set({ closed_at: at }).where('id', '=', id).execute();
};

/** Kinds of a node's open alarms. */
export const openAlarmKinds = async (db: Db, nodeId: string): Promise<AlarmKind[]> => {
  const rows = await db
    .selectFrom('node_alarms')
    .select('kind')
    .where('node_id', '=', nodeId)
    .where('closed_at', 'is', null)
    .execute();
  return rows.map(({ kind }) => kind as AlarmKind);
};

/** Forgets alarms that were closed before an instant. */
export const dropAlarms = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('node_alarms').where('closed_at', '<', before).execute();
};
