import type { TrafficPull, UsageBatch } from '@skyport/contract/fleet';
import type { QuarantineReason } from '@skyport/contract/quarantine-reasons';
import type { FleetNode } from '../nodes/index.ts';
import { SECOND_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import type { PulledAnswer } from './agent-client.ts';
import type { Served } from './judge.ts';
import { pullBooks, type AgentBooks, type PullBooks } from './pull-books.ts';
import { PULL_BYTES } from './pull-rules.ts';
import type { QuotaWatch } from './quota-watch.ts';
import { alarm, NO_ROOM, takeBatch } from './take-batch.ts';

/** A flight ends after so many answers, bytes or ms, whatever an agent still has to show; the next one goes on. */
const MAX_ROUNDS = 1000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_MS = 20 * SECOND_MS;

/** How a flight to one agent ended. */
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

/** Everything a flight needs, besides the books. */
export interface Pulling {
  readonly node: Pick<FleetNode, 'id' | 'linkMbps'>;
  readonly client: { pull(ask: TrafficPull): Promise<PulledAnswer> };
  readonly deps: PullDeps;
  readonly quotas: Pick<QuotaWatch, 'stale' | 'used'>;
  readonly served: Served;
}

/** A flight to one agent, with the panel's database underneath; see pullInto. */
export const pullNode = (
  pulling: Pulling & { readonly deps: Pick<Deps, 'db' | 'settings' | 'jobs'> },
): Promise<PullReport> => pullInto(pullBooks(pulling.deps), pulling);

/** A flight under way. */
export type Flight = Pulling & { readonly books: PullBooks };

/** What became of a batch; `stop` ends the flight. */
export type Outcome = 'applied' | 'quarantined' | 'skipped' | 'stop';

/**
 * Takes what an agent holds, one batch an answer and each in one transaction of its own, and acknowledges with the next
 * question. Never takes a batch twice and never skips one. Throws AgentFault when the agent cannot be asked.
 */
export const pullInto = async (books: PullBooks, pulling: Pulling): Promise<PullReport> => {
  const { node, deps } = pulling;
  const counts = { applied: 0, quarantined: 0, changedUsers: 0 };
  if (await books.isFull(node.id)) return counts;
  const flight = { ...pulling, books };
  const end = deps.clock.now().getTime() + MAX_MS;
  for (let [round, bytes] = [0, 0]; round < MAX_ROUNDS && bytes < MAX_BYTES; round++) {
    const askedAt = deps.clock.now();
    if (askedAt.getTime() >= end) break;
    const asked = await askOnce(flight, counts);
    bytes += asked.bytes;
    if (asked.left === 'unknown') break;
    if (asked.left === 'more') continue;
    await books.beginWindow(node.id, askedAt);
    return counts;
  }
  await books.noteBehind(node.id, deps.clock.now());
  return counts;
};

/** What an agent has left after an answer; `unknown` when the flight has to end before that is known. */
type Left = 'nothing' | 'more' | 'unknown';

/** Asks once and takes the first batch of the answer; an answer without one has nothing left, whatever it says. */
const askOnce = async (
  flight: Flight,
  counts: { applied: number; quarantined: number; changedUsers: number },
): Promise<{ readonly bytes: number; readonly left: Left }> => {
  const { node, books, client } = flight;
  const agent = await books.findAgent(node.id);
  if (!agent) return { bytes: 0, left: 'unknown' };
  const pulled = await client.pull(await askFor(books, node.id, agent));
  const { epoch, batches, more, bytes = 0 } = pulled;
  const [batch] = batches;
  if (epoch !== agent.epoch) return { bytes, left: await acceptEpoch(flight, epoch, batch) };
  if (batch) {
    const outcome = await takeBatch(flight, { epoch, batch, agent }, counts);
    if (outcome === 'stop') return { bytes, left: 'unknown' };
    if (outcome !== 'skipped') counts[outcome]++;
  }
  return { bytes, left: batch !== undefined && (more || batches.length > 1) ? 'more' : 'nothing' };
};

/** The digest goes along, so that an agent whose disk was put back does not take another batch for the one we have. */
const askFor = async (
  books: PullBooks,
  nodeId: string,
  { epoch, acked_seq }: Pick<AgentBooks, 'epoch' | 'acked_seq'>,
): Promise<TrafficPull> => {
  const known = acked_seq > 0 ? await books.findBatch({ nodeId, epoch, seq: acked_seq }) : undefined;
  return { epoch, ack_seq: acked_seq, max_bytes: PULL_BYTES, ...(known !== undefined && { ack_sha256: known }) };
};

/** A store that nobody installed is not billed: a copy of a node would bill the same bytes again. */
const acceptEpoch = async (flight: Flight, epoch: string, batch: UsageBatch | undefined): Promise<Left> => {
  const { node, deps, books } = flight;
  const adopted = await books.adoptEpoch(node.id, epoch, deps.clock.now());
  if (adopted === true) return 'more';
  if (adopted === 'closed') await endBooks(flight, epoch);
  const reason: QuarantineReason = { code: adopted === 'closed' ? 'closedBooks' : 'unknownBooks' };
  const name = { nodeId: node.id, epoch, seq: batch?.seq ?? 0 };
  const kept = !batch || (await books.keepConflict(name, batch, { reason, at: deps.clock.now() }));
  await alarm(flight, books, kept ? { kind: 'epoch', reason } : NO_ROOM);
  return 'unknown';
};

/**
 * Makes an agent end books that were closed: whoever acknowledges what was never sealed is not their panel, so that it
 * begins new ones and bills nobody for what the closed ones still hold.
 */
const endBooks = async ({ client }: Flight, epoch: string): Promise<void> => {
  await client.pull({ epoch, ack_seq: Number.MAX_SAFE_INTEGER, max_bytes: PULL_BYTES });
};
