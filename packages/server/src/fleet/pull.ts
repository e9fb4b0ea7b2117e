import type { UsageBatch } from '@skyport/contract/fleet';
import type { Settings } from '@skyport/contract/settings-table';
import { inTransaction, type Db } from '@skyport/db';
import { addHot, billingLines, type BillingLine, type FleetNode } from '../nodes/index.ts';
import { dayOf } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { usersChanged } from '../platform/fleet-changes.ts';
import { billUse, type ReportedUse } from '../traffic/index.ts';
import type { AgentClient } from './agent-client.ts';
import { batchBytes, batchProblem, heldDay, membershipInstant, PULL_BYTES, sealHolds } from './pull-rules.ts';
import type { QuotaWatch } from './quota-watch.ts';
import { closeAlarms, findAgent, lockAgent, raiseAlarm } from './store.ts';
import {
  acknowledge,
  adoptEpoch,
  findBatch,
  insertBatch,
  keepConflict,
  reportedBefore,
  type BatchName,
} from './usage-store.ts';

/** Batches taken in one flight at most; the next flight goes on. */
const MAX_ROUNDS = 200;

/** How a flight to one agent ended. */
export interface PullReport {
  readonly applied: number;
  readonly quarantined: number;
  /** Users whose access or bounds changed by it. */
  readonly changedUsers: number;
}

type PullDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'settings' | 'crash' | 'jobs' | 'log'>;

/** Everything a flight needs. */
export interface Pulling {
  readonly node: FleetNode;
  readonly client: AgentClient;
  readonly deps: PullDeps;
  readonly quotas: QuotaWatch;
}

type Outcome = 'applied' | 'quarantined' | 'skipped' | 'stop';

/**
 * Takes every batch that an agent holds, each in one transaction of its own, and acknowledges with the next question.
 * Never takes a batch twice and never skips one. Throws AgentFault when the agent cannot be asked.
 */
export const pullNode = async (pulling: Pulling): Promise<PullReport> => {
  const counts = { applied: 0, quarantined: 0, changedUsers: 0 };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const agent = await findAgent(pulling.deps.db, pulling.node.id);
    if (!agent) break;
    const pulled = await pulling.client.pull({ epoch: agent.epoch, ack_seq: agent.acked_seq, max_bytes: PULL_BYTES });
    if (pulled.epoch !== agent.epoch) {
      if (await acceptEpoch(pulling, pulled.epoch, pulled.batches)) continue;
      break;
    }
    for (const batch of pulled.batches) {
      const outcome = await takeBatch(pulling, agent.epoch, batch, counts);
      if (outcome === 'stop') return counts;
      if (outcome !== 'skipped') counts[outcome]++;
    }
    if (!pulled.more || pulled.batches.length === 0) break;
  }
  return counts;
};

/** A store that nobody installed is not billed: a copy of a node would bill the same bytes again. */
const acceptEpoch = async (pulling: Pulling, epoch: string, batches: readonly UsageBatch[]): Promise<boolean> => {
  const { node, deps } = pulling;
  if (await adoptEpoch(deps.db, node.id, epoch)) return true;
  const reason = `节点的数据目录不是登记的那一个（${epoch}）：不计费，请检查节点或重新注册`;
  for (const batch of batches)
    await keepConflict(deps.db, { nodeId: node.id, epoch, seq: batch.seq }, batch, { reason, at: deps.clock.now() });
  await alarm(pulling, deps.db, 'epoch', reason);
  return false;
};

const alarm = async ({ node, deps }: Pulling, db: Db, kind: string, message: string): Promise<void> => {
  const at = deps.clock.now();
  if (await raiseAlarm(db, { id: deps.ids.next(), nodeId: node.id, kind, message, at }))
    deps.log.error({ node: node.id, kind, message }, 'a node raised an alarm');
};

const takeBatch = async (
  pulling: Pulling,
  epoch: string,
  batch: UsageBatch,
  counts: { changedUsers: number },
): Promise<Outcome> => {
  const { node, deps, quotas } = pulling;
  const name: BatchName = { nodeId: node.id, epoch, seq: batch.seq };
  if (!sealHolds(batch)) return conflict(pulling, name, batch, '流量报告的内容与其摘要不符');
  const settings = await deps.settings.fresh(deps.db);
  const lines = await billingLines(deps.db, node.id);
  const result = await inTransaction(deps.db, async (trx) => {
    const judged = await applyBatch({ ...pulling, trx, name, batch, settings, lines });
    deps.crash.at('usage.before-commit');
    return judged;
  });
  deps.crash.at('usage.after-commit');
  if (result.outcome === 'stop') return conflict(pulling, name, batch, result.reason);
  counts.changedUsers += result.changedUsers;
  if (result.outcome === 'applied') quotas.used(usesOf(batch), scalesOf(lines));
  return result.outcome;
};

const conflict = async (pulling: Pulling, name: BatchName, batch: UsageBatch, reason: string): Promise<Outcome> => {
  const { deps } = pulling;
  await keepConflict(deps.db, name, batch, { reason, at: deps.clock.now() });
  await alarm(pulling, deps.db, 'conflict', `第 ${name.seq} 份流量报告：${reason}`);
  return 'stop';
};

interface Applying extends Pulling {
  readonly trx: Db;
  readonly name: BatchName;
  readonly batch: UsageBatch;
  readonly settings: Settings;
  readonly lines: ReadonlyMap<number, BillingLine>;
}

interface Applied {
  readonly outcome: Outcome;
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
  if (!(await insertBatch(trx, name, batch, { ...fate, at: now, bytes: batchBytes(batch), day })))
    throw new Error(`batch ${name.seq} was stored by somebody else`);
  await acknowledge(trx, name);
  if (billing.kind === 'refused') {
    await alarm(applying, trx, 'quarantine', `第 ${name.seq} 份流量报告未计费：${billing.reason}`);
    return { outcome: 'quarantined', reason: billing.reason, changedUsers: 0 };
  }
  await closeAlarms(trx, node.id, ['unbilled', 'conflict', 'epoch'], now);
  const changed = [...new Set([...billing.ranOut, ...applying.quotas.stale(usesOf(batch), scalesOf(applying.lines))])];
  await usersChanged(trx, deps, changed);
  return { outcome: 'applied', reason: '', changedUsers: changed.length };
};

/** Where a batch stands in its store's sequence: undefined for the very next one, else why it is not applied. */
const placeOf = async ({
  trx,
  name,
  batch,
  node,
}: Applying): Promise<Pick<Applied, 'outcome' | 'reason'> | undefined> => {
  const agent = await lockAgent(trx, node.id);
  if (!agent || agent.epoch !== name.epoch) return { outcome: 'skipped', reason: '' };
  const known = await findBatch(trx, name);
  if (known === batch.sha256) {
    // Billed before, though the acknowledgement was put back: only that is mended.
    if (name.seq === agent.acked_seq + 1) await acknowledge(trx, name);
    return { outcome: 'skipped', reason: '' };
  }
  if (known !== undefined || name.seq <= agent.acked_seq) return { outcome: 'stop', reason: '同一编号的报告内容不同' };
  if (name.seq !== agent.acked_seq + 1) return { outcome: 'stop', reason: `应为第 ${agent.acked_seq + 1} 份` };
  return undefined;
};

const problemOf = async ({ trx, name, batch, node, lines }: Applying, now: Date): Promise<string | undefined> => {
  const before = await reportedBefore(trx, name, batch);
  return batchProblem(batch, {
    linkMbps: node.linkMbps,
    lines,
    reportedUntil: before.until,
    sameSpanBytes: before.sameSpanBytes,
    now,
  });
};

const bill = async ({ trx, batch, lines, settings }: Applying, day: string, now: Date) => {
  const rows = usesOf(batch);
  const billing = await billUse(trx, {
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
    await addHot(trx, hot);
  }
  return billing;
};

const usesOf = ({ rows }: UsageBatch): ReportedUse[] =>
  rows.map(([line, user, up, down]) => ({ line, user, up, down }));

const scalesOf = (lines: ReadonlyMap<number, BillingLine>): ReadonlyMap<number, number> =>
  new Map([...lines].map(([num, { scalePpm }]) => [num, scalePpm]));
