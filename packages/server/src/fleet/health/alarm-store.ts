import type { AlarmReason } from '@skyport/contract/quarantine-reasons';
import type { AlarmKind } from '@skyport/contract/node-health';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** An alarm of a node: about reports with its reason, others with a sentence for the operator. */
export interface NewAlarm {
  readonly id: string;
  readonly nodeId: string;
  readonly kind: AlarmKind;
  readonly reason?: AlarmReason;
  readonly message?: string;
  readonly at: Date;
}

/** Raises an alarm unless one of its kind is open for the node; true when it is new. */
export const raiseAlarm = async (db: Db, alarm: NewAlarm): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into node_alarms (id, node_id, kind, reason, message, at)
    select ${alarm.id}, ${alarm.nodeId}, ${alarm.kind}, ${alarm.reason ? JSON.stringify(alarm.reason) : null}::jsonb,
           ${alarm.message ?? ''}, ${alarm.at}
     where not exists (select from node_alarms
                        where node_id = ${alarm.nodeId} and kind = ${alarm.kind} and closed_at is null)`.execute(db);
  return Number(numAffectedRows ?? 0n) > 0;
};

/** Those alarms of a node that are of some kinds. */
export interface AlarmsOfNode {
  readonly nodeId: string;
  readonly kinds: readonly AlarmKind[];
}

/** Closes those of the alarms that are open. */
export const closeAlarms = async (db: Db, { nodeId, kinds }: AlarmsOfNode, at: Date): Promise<void> => {
  await db
    .updateTable('node_alarms')
    .set({ closed_at: at })
    .where('node_id', '=', nodeId)
    .where('kind', 'in', kinds)
    .where('closed_at', 'is', null)
    .execute();
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

/** The name of a node, or undefined. */
export const findNodeName = async (db: Db, nodeId: string): Promise<string | undefined> => {
  const row = await db.selectFrom('nodes').select('name').where('id', '=', nodeId).executeTakeFirst();
  return row?.name;
};

/** How many alarms are open, by kind. */
export const countOpenAlarms = async (
  db: Db,
): Promise<readonly { readonly kind: string; readonly count: number }[]> => {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from node_alarms where closed_at is null group by 1 order by 1`.execute(db);
  return rows;
};

/** What of nodes waits for an operator: how many have open alarms, since when, and how many reports are quarantined. */
export const readFleetWatch = async (
  db: Db,
): Promise<{ nodes: number; since: Date | null; reports: number; reportsSince: Date | null }> => {
  const { rows } = await sql<{ nodes: number; since: Date | null; reports: number; reportsSince: Date | null }>`
    select a.nodes, a.since, h.reports, h.since as "reportsSince"
      from (select count(distinct node_id)::int as nodes, min(at) as since from node_alarms where closed_at is null) a,
           (select count(*)::int as reports, min(seen_at) as since from usage_held
             where state = 'quarantined' and part <> 'conflict') h`.execute(db);
  return rows[0]!;
};
