import type { TrafficPull, UsageBatch } from '@skyport/contract/fleet';
import type { AlarmKind } from '@skyport/contract/node-health';
import type { Settings } from '@skyport/contract/settings-table';
import type { BillingLine, FleetNode } from '../nodes/index.ts';
import { dayOf } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import type { AgentClient } from './agent-client.ts';
import { gapReason } from './gap-rules.ts';
import { pullBooks, type BatchBooks, type PullBooks } from './pull-books.ts';
import { batchBytes, batchProblem, heldDay, membershipInstant, PULL_BYTES, sealHolds, usesOf } from './pull-rules.ts';
import type { QuotaWatch } from './quota-watch.ts';
import type { BatchName } from './usage-store.ts';

/** Batches taken in one flight at most; the next flight goes on. */
const MAX_ROUNDS = 200;

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
  readonly client: Pick<AgentClient, 'pull'>;
  readonly deps: PullDeps;
  readonly quotas: Pick<QuotaWatch, 'stale' | 'used'>;
}

/** A flight to one agent, with the panel's database underneath; see pullInto. */
export const pullNode = (
  pulling: Pulling & { readonly deps: Pick<Deps, 'db' | 'settings' | 'jobs'> },
): Promise<PullReport> => pullInto(pullBooks(pulling.deps), pulling);

type Flight = Pulling & { readonly books: PullBooks };

type Outcome = 'applied' | 'quarantined' | 'skipped' | 'stop';
/** A batch that is not applied is in conflict with another one, or those before it are missing. */
type Stopped = Extract<AlarmKind, 'conflict' | 'gap'>;

/**
 * Takes every batch that an agent holds, each in one transaction of its own, and acknowledges with the next question.
 * Never takes a batch twice and never skips one. Throws AgentFault when the agent cannot be asked.
 */
export const pullInto = async (books: PullBooks, pulling: Pulling): Promise<PullReport> => {
  const flight = { ...pulling, books };
  const counts = { applied: 0, quarantined: 0, changedUsers: 0 };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const agent = await books.findAgent(pulling.node.id);
    if (!agent) break;
    const pulled = await pulling.client.pull(await askFor(books, pulling.node.id, agent));
    if (pulled.epoch !== agent.epoch) {
      if (await acceptEpoch(flight, pulled.epoch, pulled.batches)) continue;
      break;
    }
    for (const batch of pulled.batches) {
      const outcome = await takeBatch(flight, agent.epoch, batch, counts);
      if (outcome === 'stop') return counts;
      if (outcome !== 'skipped') counts[outcome]++;
    }
    if (!pulled.more || pulled.batches.length === 0) break;
  }
  return counts;
};

/** The digest goes along, so that an agent whose disk was put back does not take another batch for the one we have. */
const askFor = async (
  books: PullBooks,
  nodeId: string,
  { epoch, acked_seq }: { readonly epoch: string; readonly acked_seq: number },
): Promise<TrafficPull> => {
  const known = acked_seq > 0 ? await books.findBatch({ nodeId, epoch, seq: acked_seq }) : undefined;
  return { epoch, ack_seq: acked_seq, max_bytes: PULL_BYTES, ...(known !== undefined && { ack_sha256: known }) };
};

/** A store that nobody installed is not billed: a copy of a node would bill the same bytes again. */
const acceptEpoch = async (flight: Flight, epoch: string, batches: readonly UsageBatch[]): Promise<boolean> => {
  const { node, deps, books } = flight;
  const adopted = await books.adoptEpoch(node.id, epoch, deps.clock.now());
  if (adopted === true) return true;
  if (adopted === 'closed') await endBooks(flight, epoch);
  const reason =
    adopted === 'closed'
      ? `节点又用起了已经关闭的账本（${epoch}）：不计费，已让它另起新账本，请核对后接受`
      : `节点的账本不是登记的那一个（${epoch}）：不计费，请核对后接受新账本`;
  for (const batch of batches)
    await books.keepConflict({ nodeId: node.id, epoch, seq: batch.seq }, batch, { reason, at: deps.clock.now() });
  await alarm(flight, books, 'epoch', reason);
  return false;
};

/**
 * Makes an agent end books that were closed: whoever acknowledges what was never sealed is not their panel, so that it
 * begins new ones and bills nobody for what the closed ones still hold.
 */
const endBooks = async ({ client }: Flight, epoch: string): Promise<void> => {
  await client.pull({ epoch, ack_seq: Number.MAX_SAFE_INTEGER, max_bytes: PULL_BYTES });
};

const alarm = async (
  { node, deps }: Pulling,
  books: Pick<BatchBooks, 'raiseAlarm'>,
  kind: AlarmKind,
  message: string,
): Promise<void> => {
  const at = deps.clock.now();
  if (await books.raiseAlarm({ id: deps.ids.next(), nodeId: node.id, kind, message, at }))
    deps.log.error({ node: node.id, kind, message }, 'a node raised an alarm');
};

const takeBatch = async (
  flight: Flight,
  epoch: string,
  batch: UsageBatch,
  counts: { changedUsers: number },
): Promise<Outcome> => {
  const { node, deps, quotas, books } = flight;
  const name: BatchName = { nodeId: node.id, epoch, seq: batch.seq };
  if (!sealHolds(batch)) return conflict(flight, name, batch, '流量报告的内容与其摘要不符');
  const settings = await books.settings();
  const lines = await books.lines(node.id);
  const uses = usesOf(batch);
  const result = await books.transaction(node.id, async (trx) => {
    const judged = await applyBatch({ ...flight, trx, name, batch, uses, settings, lines });
    deps.crash.at('usage.before-commit');
    return judged;
  });
  deps.crash.at('usage.after-commit');
  if (result.outcome === 'stop') return conflict(flight, name, batch, result.reason, result.stopped);
  counts.changedUsers += result.changedUsers;
  if (result.outcome === 'applied') quotas.used(uses, scalesOf(lines));
  return result.outcome;
};

const conflict = async (
  flight: Flight,
  name: BatchName,
  batch: UsageBatch,
  reason: string,
  kind: Stopped = 'conflict',
): Promise<Outcome> => {
  const { deps, books } = flight;
  await books.keepConflict(name, batch, { reason, at: deps.clock.now() });
  await alarm(flight, books, kind, `第 ${name.seq} 份流量报告：${reason}`);
  return 'stop';
};

interface Applying extends Pulling {
  readonly trx: BatchBooks;
  readonly name: BatchName;
  readonly batch: UsageBatch;
  readonly uses: ReturnType<typeof usesOf>;
  readonly settings: Settings;
  readonly lines: ReadonlyMap<number, BillingLine>;
}

interface Applied {
  readonly outcome: Outcome;
  readonly stopped?: Stopped;
  readonly reason: string;
  readonly changedUsers: number;
}

const applyBatch = async (applying: Applying): Promise<Applied> => {
  const { trx, name, batch, deps, node } = applying;
  const early = await placeOf(applying);
  if (early) return { ...early, changedUsers: 0 };
  const now = deps.clock.now();
  const day = heldDay(batch.day, now, applying.settings.timezone);
  const problem = await problemOf(applying, now);
  const billing =
    problem === undefined ? await bill(applying, day, now) : ({ kind: 'refused', reason: problem } as const);
  const fate =
    billing.kind === 'applied'
      ? ({ state: 'applied', reason: '', billed: billing.billed } as const)
      : ({ state: 'quarantined', reason: billing.reason, billed: 0 } as const);
  if (!(await trx.insertBatch(name, batch, { ...fate, at: now, bytes: batchBytes(batch), day })))
    throw new Error(`batch ${name.seq} was stored by somebody else`);
  await trx.acknowledge(name);
  if (billing.kind === 'refused') {
    await alarm(applying, trx, 'quarantine', `第 ${name.seq} 份流量报告未计费：${billing.reason}`);
    return { outcome: 'quarantined', reason: billing.reason, changedUsers: 0 };
  }
  await trx.closeAlarms(node.id, ['unbilled', 'conflict', 'gap', 'epoch'], now);
  const changed = [...new Set([...billing.ranOut, ...applying.quotas.stale(applying.uses, scalesOf(applying.lines))])];
  await trx.usersChanged(changed);
  return { outcome: 'applied', reason: '', changedUsers: changed.length };
};

/** Where a batch stands in its store's sequence: undefined for the very next one, else why it is not applied. */
const placeOf = async ({ trx, name, batch, node }: Applying): Promise<Omit<Applied, 'changedUsers'> | undefined> => {
  const agent = await trx.lockAgent(node.id);
  if (!agent || agent.epoch !== name.epoch) return { outcome: 'skipped', reason: '' };
  const known = await trx.findBatch(name, batch.sha256);
  if (known === batch.sha256) {
    // Billed before, though the acknowledgement was put back: only that is mended.
    if (name.seq === agent.acked_seq + 1) await trx.acknowledge(name);
    return { outcome: 'skipped', reason: '' };
  }
  if (known !== undefined || name.seq <= agent.acked_seq) return { outcome: 'stop', reason: '同一编号的报告内容不同' };
  if (name.seq !== agent.acked_seq + 1)
    return { outcome: 'stop', stopped: 'gap', reason: gapReason(agent.acked_seq + 1, name.seq) };
  return undefined;
};

const problemOf = async ({ trx, name, batch, node, lines }: Applying, now: Date): Promise<string | undefined> => {
  const before = await trx.reportedBefore(name, batch);
  return batchProblem(batch, {
    linkMbps: node.linkMbps,
    lines,
    reportedUntil: before.until,
    sameSpanBytes: before.sameSpanBytes,
    now,
  });
};

const bill = async ({ trx, node, batch, uses: rows, lines, settings }: Applying, day: string, now: Date) => {
  const billing = await trx.bill({
    nodeId: node.id,
    rows,
    lines,
    day,
    at: membershipInstant(batch.from, now),
    now,
    today: dayOf(now, settings.timezone),
    settings,
  });
  if (billing.kind === 'applied') {
    const hot = new Map<number, number>();
    for (const { line, up, down } of rows) hot.set(line, (hot.get(line) ?? 0) + up + down);
    await trx.addHot(hot);
  }
  return billing;
};

const scalesOf = (lines: ReadonlyMap<number, BillingLine>): ReadonlyMap<number, number> =>
  new Map([...lines].map(([num, { scalePpm }]) => [num, scalePpm]));
