import type { NodeHealth } from '@skyport/contract/node-trouble';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { closeAlarms } from '../health/alarm-store.ts';

/** What the panel keeps of an enrolled agent. */
export interface AgentRow {
  readonly node_id: string;
  /** The newest one that was signed for it, PEM. */
  readonly certificate: string;
  /** Hex SHA-256 of its public key: who has that key is the agent, whatever certificate it shows. */
  readonly key_sha256: string;
  readonly epoch: string;
  readonly epoch_open: boolean;
  readonly acked_seq: number;
  /** When it was last asked and showed all that it had, and raw bytes that were billed since. */
  readonly window_since: Date;
  readonly window_bytes: number;
  readonly gen: number;
  readonly health: NodeHealth;
  readonly missed: number;
  readonly enrolled_at: Date;
}

const agentColumns = [
  'node_id',
  'certificate',
  'key_sha256',
  'epoch',
  'epoch_open',
  'acked_seq',
  'window_since',
  'window_bytes',
  'gen',
  'health',
  'missed',
  'enrolled_at',
] as const;

/** All enrolled agents. */
export const listAgents = async (db: Db): Promise<AgentRow[]> =>
  (await db.selectFrom('node_agents').select(agentColumns).execute()) as AgentRow[];

/** One enrolled agent, or undefined. */
export const findAgent = async (db: Db, nodeId: string): Promise<AgentRow | undefined> =>
  (await db.selectFrom('node_agents').select(agentColumns).where('node_id', '=', nodeId).executeTakeFirst()) as
    | AgentRow
    | undefined;

/** The same, locked: batches of a node are applied one after the other, whoever pulls. */
export const lockAgent = async (trx: Db, nodeId: string): Promise<AgentRow | undefined> =>
  (await trx
    .selectFrom('node_agents')
    .select(agentColumns)
    .where('node_id', '=', nodeId)
    .forNoKeyUpdate()
    .executeTakeFirst()) as AgentRow | undefined;

/** Whether there is or was such a node. */
export const hasNode = async (db: Db, nodeId: string): Promise<boolean> => {
  const { rows } = await sql`select from nodes where id = ${nodeId}`.execute(db);
  return rows.length > 0;
};

/** The same, locked until the transaction ends. */
export const lockNode = async (trx: Db, nodeId: string): Promise<boolean> => {
  const { rows } = await sql`select from nodes where id = ${nodeId} for no key update`.execute(trx);
  return rows.length > 0;
};

/** Bytes and batches that the agent held when it was last asked, at most the largest exact number. */
export const waitingAt = async (db: Db, nodeId: string): Promise<number> => {
  const { rows } = await sql<{ waiting: number }>`
    select least(coalesce((state->>'openBytes')::bigint + (state->>'unacked')::bigint, 0),
                 ${Number.MAX_SAFE_INTEGER}::bigint) as waiting
      from node_agents where node_id = ${nodeId}`.execute(db);
  return rows[0]?.waiting ?? 0;
};

/** An agent that claims a higher generation is not followed there: from here on the panel still has as many. */
const FOLLOWED_MOST = 2 ** 52;

/** Gives a generation that was never used: above everything sent before and above what the agent has. */
export const nextGeneration = async (db: Db, nodeId: string, agentGen: number): Promise<number> => {
  const { rows } = await sql<{ gen: number }>`
    update node_agents set gen = greatest(gen, ${Math.min(agentGen, FOLLOWED_MOST)}) + 1 where node_id = ${nodeId} returning gen`.execute(
    db,
  );
  if (!rows[0]) throw new Error(`node ${nodeId} has no agent`);
  return rows[0].gen;
};

/** Keeps a renewed certificate, unless the node has joined anew with another key in the meantime. */
export const keepRenewed = async (
  db: Db,
  { nodeId, key, certificate }: { readonly nodeId: string; readonly key: string; readonly certificate: string },
): Promise<void> => {
  await sql`update node_agents set certificate = ${certificate}
             where node_id = ${nodeId} and key_sha256 = ${key}`.execute(db);
};

/** Forgets a node's agent, which was taken off its server: nobody dials it any more. What it reported stays. */
export const forgetAgent = async (trx: Db, nodeId: string, at: Date): Promise<void> => {
  await trx.deleteFrom('node_agents').where('node_id', '=', nodeId).execute();
  await trx.deleteFrom('node_enrolments').where('node_id', '=', nodeId).execute();
  await closeAlarms(trx, { nodeId, kinds: ['unreachable'] }, at);
};
