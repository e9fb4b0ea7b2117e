import { X509Certificate } from 'node:crypto';
import type { AgentState } from '@skyport/contract/fleet';
import type { AlarmReason } from '@skyport/contract/quarantine-reasons';
import type { AlarmKind } from '@skyport/contract/node-health';
import type { NodeTrouble } from '@skyport/contract/node-trouble';
import type { NodeHealth } from '@skyport/contract/nodes';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { reopenBooks } from './books-store.ts';
import { keyDigest } from './key-digest.ts';

/** A key pair of the panel itself. */
export interface PanelKey {
  readonly name: string;
  readonly private_enc: Buffer;
  readonly public_pem: string;
  readonly created_at: Date;
}

/** The panel's key of that name, or undefined. */
export const findPanelKey = (db: Db, name: string): Promise<PanelKey | undefined> =>
  db.selectFrom('panel_keys').selectAll().where('name', '=', name).executeTakeFirst();

/** Stores a key unless there is one of that name already. */
export const insertPanelKey = async (db: Db, key: PanelKey): Promise<void> => {
  await db
    .insertInto('panel_keys')
    .values(key)
    .onConflict((c) => c.column('name').doNothing())
    .execute();
};

/**
 * Puts another certificate in the place of one for the same key, unless somebody else has done so; gives the one that is
 * stored now.
 */
export const replacePanelCertificate = async (
  db: Db,
  { name, before, after }: { readonly name: string; readonly before: string; readonly after: string },
): Promise<string> => {
  await sql`update panel_keys set public_pem = ${after} where name = ${name} and public_pem = ${before}`.execute(db);
  const stored = await findPanelKey(db, name);
  if (!stored) throw new Error(`the key ${name} is gone`);
  return stored.public_pem;
};

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

/** Bytes and batches that the agent held when it was last asked. */
export const waitingAt = async (db: Db, nodeId: string): Promise<number> => {
  const { rows } = await sql<{ waiting: number }>`
    select coalesce((state->>'openBytes')::bigint + (state->>'unacked')::bigint, 0)::bigint as waiting
      from node_agents where node_id = ${nodeId}`.execute(db);
  return rows[0]?.waiting ?? 0;
};

/** Gives a generation that was never used: above everything sent before and above what the agent has. */
export const nextGeneration = async (db: Db, nodeId: string, agentGen: number): Promise<number> => {
  const { rows } = await sql<{ gen: number }>`
    update node_agents set gen = greatest(gen, ${agentGen}) + 1 where node_id = ${nodeId} returning gen`.execute(db);
  if (!rows[0]) throw new Error(`node ${nodeId} has no agent`);
  return rows[0].gen;
};

/** What the last look at an agent showed. Without `state` the agent was not reached. */
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

/** An open enrolment. */
export interface EnrolmentRow {
  readonly node_id: string;
  readonly code_enc: Buffer;
  readonly failures: number;
  readonly certificate: string | null;
}

/** Enrolments that are open at `now`. */
export const listEnrolments = async (db: Db, now: Date): Promise<EnrolmentRow[]> =>
  db
    .selectFrom('node_enrolments')
    .select(['node_id', 'code_enc', 'failures', 'certificate'])
    .where('expires_at', '>', now)
    .where('failures', '<', MAX_FAILURES)
    .execute();

/** Wrong proofs after which a code has ended. */
export const MAX_FAILURES = 5;

/** Keeps a signed certificate until it was seen in use. */
export const keepSigned = async (db: Db, nodeId: string, code: Buffer, certificate: string): Promise<void> => {
  await db
    .updateTable('node_enrolments')
    .set({ certificate })
    .where('node_id', '=', nodeId)
    .where('code_enc', '=', code)
    .execute();
};

/** Notes why an enrolment has not worked yet; a wrong proof counts. */
export const noteEnrolment = async (
  db: Db,
  nodeId: string,
  note: { readonly error: string; readonly wrongProof: boolean },
): Promise<void> => {
  await sql`
    update node_enrolments set last_error = ${note.error}, failures = failures + ${note.wrongProof ? 1 : 0}
     where node_id = ${nodeId}`.execute(db);
};

/**
 * Stores a newly enrolled agent and ends its code. A store that the panel knew before goes on where it was; another one
 * starts at its first batch.
 */
export const storeAgent = async (
  trx: Db,
  agent: { readonly nodeId: string; readonly certificate: string; readonly epoch: string; readonly at: Date },
): Promise<void> => {
  const key = keyDigest(new X509Certificate(agent.certificate));
  await sql`
    insert into node_agents (node_id, certificate, key_sha256, epoch, epoch_open, acked_seq, window_since, enrolled_at)
    values (${agent.nodeId}, ${agent.certificate}, ${key}, ${agent.epoch}, false,
            coalesce((select max(seq) from usage_batches b where b.node_id = ${agent.nodeId} and b.epoch = ${agent.epoch}), 0),
            ${agent.at}, ${agent.at})
    on conflict (node_id) do update set certificate = excluded.certificate, key_sha256 = excluded.key_sha256,
      epoch = excluded.epoch, epoch_open = false,
      acked_seq = case when node_agents.epoch = excluded.epoch then node_agents.acked_seq
                       else coalesce((select max(seq) from usage_batches b
                                       where b.node_id = excluded.node_id and b.epoch = excluded.epoch), 0) end,
      health = 'unknown', troubles = '[]', missed = 0, looked_at = null, enrolled_at = excluded.enrolled_at`.execute(
    trx,
  );
  await reopenBooks(trx, agent.nodeId, agent.epoch);
  await trx.deleteFrom('node_enrolments').where('node_id', '=', agent.nodeId).execute();
};

/** Keeps a renewed certificate, unless the node has joined anew with another key in the meantime. */
export const keepRenewed = async (
  db: Db,
  { nodeId, key, certificate }: { readonly nodeId: string; readonly key: string; readonly certificate: string },
): Promise<void> => {
  await sql`update node_agents set certificate = ${certificate}
             where node_id = ${nodeId} and key_sha256 = ${key}`.execute(db);
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

/** Closes the open alarms of these kinds. */
export const closeAlarms = async (db: Db, nodeId: string, kinds: readonly AlarmKind[], at: Date): Promise<void> => {
  await db
    .updateTable('node_alarms')
    .set({ closed_at: at })
    .where('node_id', '=', nodeId)
    .where('kind', 'in', kinds)
    .where('closed_at', 'is', null)
    .execute();
};
