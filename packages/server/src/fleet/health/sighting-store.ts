import type { AgentState } from '@skyport/contract/fleet';
import type { NodeTrouble, NodeHealth } from '@skyport/contract/node-trouble';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** What the last health check of an agent showed. Without `state` the agent was not reached. */
export interface Sighting {
  readonly health: NodeHealth;
  readonly troubles: readonly NodeTrouble[];
  readonly at: Date;
  readonly state?: AgentState;
}

/** Writes what was seen of an agent; gives the number of intervals it has been missing for. */
export const writeSighting = async (db: Db, nodeId: string, seen: Sighting): Promise<number> => {
  const state = seen.state ? JSON.stringify(seen.state) : null;
  const { rows } = await sql<{ missed: number }>`
    update node_agents set health = ${seen.health}, troubles = ${JSON.stringify(seen.troubles)}::jsonb, looked_at = ${seen.at},
           missed = case when ${state}::jsonb is null then missed + 1 else 0 end,
           reached_at = case when ${state}::jsonb is null then reached_at else ${seen.at} end,
           state = coalesce(${state}::jsonb, state)
     where node_id = ${nodeId} returning missed`.execute(db);
  return rows[0]?.missed ?? 0;
};

/** Writes a node's health alone. */
export const writeHealth = async (
  db: Db,
  nodeId: string,
  { health, troubles }: Pick<Sighting, 'health' | 'troubles'>,
): Promise<void> => {
  const seen = { health, troubles: JSON.stringify(troubles) };
  await db.updateTable('node_agents').set(seen).where('node_id', '=', nodeId).execute();
};

/** Writes the median latency of a node, in ms. */
export const writeSpeed = async (db: Db, nodeId: string, speed: number | null): Promise<void> => {
  await db.updateTable('node_agents').set({ speed_ms: speed }).where('node_id', '=', nodeId).execute();
};
