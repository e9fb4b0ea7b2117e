import { X509Certificate } from 'node:crypto';
import type { JoinProblem } from '@skyport/contract/join-problem';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { reopenJournal } from '../journals/journal-store.ts';
import { keyDigest } from '../certificates/key-digest.ts';
import type { JoinFailure } from './join-fault.ts';

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
const MAX_FAILURES = 5;

/** Keeps a signed certificate until it was seen in use. */
export const keepSigned = async (
  db: Db,
  { node_id, code_enc }: Pick<EnrolmentRow, 'node_id' | 'code_enc'>,
  certificate: string,
): Promise<void> => {
  await db
    .updateTable('node_enrolments')
    .set({ certificate })
    .where('node_id', '=', node_id)
    .where('code_enc', '=', code_enc)
    .execute();
};

/** Notes why an enrolment has not worked yet; a wrong proof counts, and the last one of those ends the code. */
export const noteFailure = async (
  db: Db,
  nodeId: string,
  { code, detail, isWrongProof }: JoinFailure,
): Promise<void> => {
  await sql`
    update node_enrolments
       set failures = failures + ${isWrongProof ? 1 : 0},
           problem = jsonb_build_object('code', ${code}::text, 'detail', ${detail}::text,
             'ended', failures + ${isWrongProof ? 1 : 0} >= ${MAX_FAILURES}::int)
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
  await reopenJournal(trx, agent);
  await trx.deleteFrom('node_enrolments').where('node_id', '=', agent.nodeId).execute();
};

/** Why a node has not joined yet with its open code. */
export interface OpenEnrolment {
  /** The last failed try; null before the first one. */
  readonly problem: JoinProblem | null;
}

/** A node's open code; undefined without one, which is also when the node has joined with it. */
export const enrolmentOf = async (db: Db, nodeId: string): Promise<OpenEnrolment | undefined> => {
  const { rows } = await sql<OpenEnrolment>`
    select problem from node_enrolments where node_id = ${nodeId}`.execute(db);
  return rows[0];
};
