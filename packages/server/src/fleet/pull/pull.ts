import type { TrafficPull, UsageBatch } from '@skyport/contract/fleet';
import type { QuarantineReason } from '@skyport/contract/quarantine-reasons';
import type { FleetNode } from '../../nodes/index.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import type { PulledAnswer } from '../agent/agent-client.ts';
import type { Served } from '../trust/validate-report.ts';
import { pullRepository, type PulledAgent, type PullRepository } from './pull-repository.ts';
import { PULL_BYTES } from './pull-rules.ts';
import type { QuotaWatch } from '../desired/quota-watch.ts';
import type { ReportLimit } from './report-limit.ts';
import { alarm, NO_ROOM, takeBatch } from './take-batch.ts';

/** A pull ends after so many rounds, bytes or ms, whatever the agent still has; the next one goes on. */
const MAX_ROUNDS = 64;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_MS = 20 * SECOND_MS;

/** What one pull came to. */
export interface PullReport {
  readonly applied: number;
  readonly quarantined: number;
  /** Users whose access or bounds changed by it. */
  readonly changedUsers: number;
}

type PullDeps = Pick<Deps, 'clock' | 'crash'> & {
  readonly ids: Pick<Deps['ids'], 'next'>;
  readonly log: Pick<Deps['log'], 'error'>;
};

/** Everything that a pull needs, besides the repository. */
export interface Pulling {
  readonly node: Pick<FleetNode, 'id' | 'linkMbps'>;
  readonly client: { pull(ask: TrafficPull): Promise<PulledAnswer> };
  readonly deps: PullDeps;
  readonly quotas: Pick<QuotaWatch, 'stale' | 'used'>;
  readonly served: Served;
  readonly reports: ReportLimit;
}

/** Pulls from one agent into the panel's database; see pullInto. */
export const pullNode = (
  pulling: Pulling & { readonly deps: Pick<Deps, 'db' | 'settings' | 'jobs'> },
): Promise<PullReport> => pullInto(pullRepository(pulling.deps), pulling);

/** A pull under way: the panel asks an agent, round after round, until it has nothing more. */
export type Pull = Pulling & { readonly repository: PullRepository };

/** What became of a batch; `stop` ends the pull. */
export type Outcome = 'applied' | 'quarantined' | 'skipped' | 'stop';

/**
 * Takes what an agent holds, one batch an answer and each in one transaction of its own, and acknowledges with the next
 * round. Never takes a batch twice and never skips one. Throws AgentFault when the agent cannot be asked.
 */
export const pullInto = async (repository: PullRepository, pulling: Pulling): Promise<PullReport> => {
  const { node, deps } = pulling;
  const counts = { applied: 0, quarantined: 0, changedUsers: 0 };
  if (await repository.isFull(node.id)) return counts;
  const pull = { ...pulling, repository };
  const end = deps.clock.now().getTime() + MAX_MS;
  for (let [round, bytes] = [0, 0]; round < MAX_ROUNDS && bytes < MAX_BYTES; round++) {
    const askedAt = deps.clock.now();
    if (askedAt.getTime() >= end) break;
    if (!pulling.reports.allows(node.id, askedAt)) {
      await alarm(pull, repository, TOO_MANY);
      break;
    }
    const asked = await askOnce(pull, counts);
    bytes += asked.bytes;
    if (asked.left === 'unknown') break;
    if (asked.left === 'more') continue;
    await repository.beginWindow(node, askedAt);
    return counts;
  }
  await repository.noteBehind(node, deps.clock.now());
  return counts;
};

/** More reports than an agent makes that merges what nobody asked for; nothing is taken until the next pull. */
const TOO_MANY = { kind: 'quarantine', reason: { code: 'tooMany' } } as const;

/** What an agent has left after an answer; `unknown` when the pull has to end before that is known. */
type Left = 'nothing' | 'more' | 'unknown';

/** Asks once and takes the first batch of the answer; an answer without one has nothing left, whatever it says. */
const askOnce = async (
  pull: Pull,
  counts: { applied: number; quarantined: number; changedUsers: number },
): Promise<{ readonly bytes: number; readonly left: Left }> => {
  const { node, repository, client } = pull;
  const agent = await repository.findAgent(node.id);
  if (!agent) return { bytes: 0, left: 'unknown' };
  const pulled = await client.pull(await askFor(repository, node.id, agent));
  const { epoch, batches, more, bytes = 0 } = pulled;
  const [batch] = batches;
  if (epoch !== agent.epoch) return { bytes, left: await acceptEpoch(pull, epoch, batch) };
  if (batch) {
    const outcome = await takeBatch(pull, { epoch, batch, agent }, counts);
    if (outcome === 'stop') return { bytes, left: 'unknown' };
    if (outcome !== 'skipped') counts[outcome]++;
  }
  return { bytes, left: batch !== undefined && (more || batches.length > 1) ? 'more' : 'nothing' };
};

/** The digest goes along, so that an agent whose disk was put back does not take another batch for the one we have. */
const askFor = async (
  repository: PullRepository,
  nodeId: string,
  { epoch, acked_seq }: Pick<PulledAgent, 'epoch' | 'acked_seq'>,
): Promise<TrafficPull> => {
  const known = acked_seq > 0 ? await repository.findBatch({ nodeId, epoch, seq: acked_seq }) : undefined;
  return { epoch, ack_seq: acked_seq, max_bytes: PULL_BYTES, ...(known !== undefined && { ack_sha256: known }) };
};

/** A journal that nobody expects is not billed: a copy of a node would bill the same bytes again. */
const acceptEpoch = async (pull: Pull, epoch: string, batch: UsageBatch | undefined): Promise<Left> => {
  const { node, deps, repository } = pull;
  const adopted = await repository.adoptJournal(node.id, epoch, deps.clock.now());
  if (adopted === true) return 'more';
  if (adopted === 'closed') await endJournal(pull, epoch);
  const reason: QuarantineReason = { code: adopted === 'closed' ? 'closedBooks' : 'unknownBooks' };
  const name = { nodeId: node.id, epoch, seq: batch?.seq ?? 0 };
  const kept = !batch || (await repository.keepConflict(name, batch, { reason, at: deps.clock.now() }));
  await alarm(pull, repository, kept ? { kind: 'epoch', reason } : NO_ROOM);
  return 'unknown';
};

/**
 * Makes an agent end a journal that was closed: it takes an acknowledgement of a batch that it never closed for another
 * panel's, and begins a new epoch. What the old journal still holds is billed to nobody.
 */
const endJournal = async ({ client }: Pull, epoch: string): Promise<void> => {
  await client.pull({ epoch, ack_seq: Number.MAX_SAFE_INTEGER, max_bytes: PULL_BYTES });
};
