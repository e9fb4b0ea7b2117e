import type { UsageBatch, UsageRow } from '@skyport/contract/fleet';
import type { AlarmReason, QuarantineReason } from '@skyport/contract/quarantine-reasons';
import type { AlarmKind } from '@skyport/contract/node-health';
import type { Settings } from '@skyport/contract/settings-table';
import type { BillingLine } from '../../nodes/index.ts';
import type { BillingOutcome, ReportedUse } from '../../traffic/index.ts';
import { billNodeReport } from './bill-node-report.ts';
import { QUARANTINE_MOST_BYTES } from '../quarantine/quarantine-store.ts';
import { validateRows, splitStrangers, type Validated, type ReportContext } from '../trust/validate-report.ts';
import type { Pull, Outcome } from './pull.ts';
import type { PulledAgent, BatchRepository, PullRepository } from './pull-repository.ts';
import { batchBytes, digestMatches } from './pull-rules.ts';
import { bytesOf, splitRows, type QuarantinedPart } from '../trust/trust-rules.ts';
import type { BatchName, NamedBatch } from './usage-store.ts';

/** A batch that is not taken: it is in conflict with another one, those before it are missing, or there is no room. */
interface Stop {
  readonly kind: Extract<AlarmKind, 'conflict' | 'gap' | 'held-full'>;
  readonly reason: AlarmReason;
}

/** Takes one batch that an agent shows, in a transaction of its own; never twice. `counts` hears of changed users. */
export const takeBatch = async (
  pull: Pull,
  { epoch, batch, agent }: { readonly epoch: string; readonly batch: UsageBatch; readonly agent: PulledAgent },
  counts: { changedUsers: number },
): Promise<Outcome> => {
  const { node, deps, quotas, repository, served } = pull;
  const name: BatchName = { nodeId: node.id, epoch, seq: batch.seq };
  if (!digestMatches(batch)) return stopAt(pull, { name, batch }, { kind: 'conflict', reason: { code: 'seal' } });
  const settings = await repository.settings();
  const lines = await repository.lines(node.id);
  const context: ReportContext = { node, batch, lines, served, now: deps.clock.now() };
  const parted = await splitStrangers(repository, context, { since: agent.window_since });
  const taking: Taking = { pull, name, context, parted, settings };
  const result = await applied(taking);
  deps.crash.at('usage.after-commit');
  if ('stop' in result) return stopAt(pull, { name, batch }, result.stop);
  counts.changedUsers += result.changedUsers;
  if (result.uses.length > 0) quotas.used(result.uses, scalesOf(lines));
  if (result.changedUsers > 0) await repository.wakeFleet();
  return result.outcome;
};

/** Applies a batch; one that the database cannot take is quarantined as a whole, instead of being tried for ever. */
const applied = async (taking: Taking): Promise<Applied | { readonly stop: Stop }> => {
  const { pull, context } = taking;
  const inTurn = (attempt: Taking) =>
    pull.repository.transaction(pull.node.id, async (trx) => {
      const done = await applyBatch(trx, attempt);
      pull.deps.crash.at('usage.before-commit');
      return done;
    });
  try {
    return await inTurn(taking);
  } catch (fault) {
    const detail = whyUnappliable(fault);
    if (detail === undefined) throw fault;
    pull.deps.log.error({ node: pull.node.id, fault }, 'a report cannot be applied and is quarantined');
    return inTurn({
      ...taking,
      parted: { rows: [], quarantined: [{ reason: { code: 'fault', detail }, rows: context.batch.rows }] },
    });
  }
};

/** Classes of SQLSTATE that say that the data cannot be taken, now or later: broken values and broken constraints. */
const DATA_FAULT = /^2[23]/;

const whyUnappliable = (fault: unknown): string | undefined => {
  if (fault instanceof RangeError) return 'RangeError';
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  return DATA_FAULT.test(code) ? code : undefined;
};

/** Keeps what cannot be taken aside where it is in conflict, and says so. */
const stopAt = async (pull: Pull, { name, batch }: NamedBatch, stop: Stop): Promise<'stop'> => {
  const { deps, repository } = pull;
  const { kind, reason } = stop;
  const at = deps.clock.now();
  const kept =
    kind === 'held-full' || (await repository.keepConflict(name, batch, { reason: reason as QuarantineReason, at }));
  await alarm(pull, repository, kept ? stop : NO_ROOM);
  return 'stop';
};

/** Nothing more of a node can be quarantined. */
export const NO_ROOM: Stop = { kind: 'held-full', reason: { code: 'heldFull', most: QUARANTINE_MOST_BYTES } };

/** Raises an alarm of a node, unless one of its kind is open. */
export const alarm = async (
  { node, deps }: Pick<Pull, 'node' | 'deps'>,
  repository: Pick<PullRepository, 'raiseAlarm'>,
  { kind, reason }: { readonly kind: AlarmKind; readonly reason: AlarmReason },
): Promise<void> => {
  const at = deps.clock.now();
  if (await repository.raiseAlarm({ id: deps.ids.next(), nodeId: node.id, kind, reason, at }))
    deps.log.error({ node: node.id, kind, reason }, 'a node raised an alarm');
};

interface Taking {
  readonly pull: Pull;
  readonly name: BatchName;
  readonly context: ReportContext;
  readonly parted: { readonly rows: readonly UsageRow[]; readonly quarantined: readonly QuarantinedPart[] };
  readonly settings: Settings;
}

interface Applied {
  readonly outcome: Outcome;
  readonly changedUsers: number;
  readonly uses: readonly ReportedUse[];
}

const SKIPPED: Applied = { outcome: 'skipped', changedUsers: 0, uses: [] };

const applyBatch = async (trx: BatchRepository, taking: Taking): Promise<Applied | { readonly stop: Stop }> => {
  const { name, context, parted, settings } = taking;
  const { batch, now } = context;
  const agent = await trx.lockAgent(name.nodeId);
  if (!agent || agent.epoch !== name.epoch) return SKIPPED;
  const place = await placeOf(trx, { name, batch, agent });
  if (place) return place;
  const validated = await validateRows(trx, context, { rows: parted.rows, agent });
  const quarantined = [...parted.quarantined, ...validated.quarantined].filter(({ rows }) => rows.length > 0);
  if (!(await trx.hasRoom(name.nodeId, quarantined))) return { stop: NO_ROOM };
  const report = {
    nodeId: name.nodeId,
    rows: validated.believed,
    lines: context.lines,
    day: batch.day,
    from: batch.from,
  };
  const { day, uses, ...billing } = await billNodeReport(trx, report, { now, settings });
  const { rows, parts } = withoutUnbillable(validated.believed, billing);
  const kept = parts.length === 0 ? quarantined : [...quarantined, ...parts];
  await storeBatch(trx, taking, {
    validated: { ...validated, believed: rows, quarantined: kept },
    day,
    billed: billing.billed,
  });
  const outcome = rows.length === 0 && kept.length > 0 ? 'quarantined' : 'applied';
  if (outcome === 'quarantined') return { outcome, changedUsers: 0, uses: [] };
  await trx.closeAlarms(name.nodeId, ['unbilled', 'conflict', 'gap', 'epoch'], now);
  const stale = taking.pull.quotas.stale(uses, scalesOf(context.lines));
  const changed = [...new Set([...billing.ranOut, ...stale])];
  await trx.usersChanged(changed);
  return { outcome, changedUsers: changed.length, uses };
};

/** Where a batch stands in its journal's sequence: undefined for the very next one, else why it is not applied. */
const placeOf = async (
  trx: BatchRepository,
  { name, batch, agent }: { readonly name: BatchName; readonly batch: UsageBatch; readonly agent: PulledAgent },
): Promise<Applied | { readonly stop: Stop } | undefined> => {
  const due = agent.acked_seq + 1;
  const known = await trx.findBatch(name, batch.sha256);
  if (known === batch.sha256) {
    // Billed before, and only the acknowledgement was lost with a restored backup.
    if (name.seq === due) await trx.acknowledge(name, 0);
    return SKIPPED;
  }
  if (known !== undefined || name.seq < due) return { stop: { kind: 'conflict', reason: { code: 'sameNumber' } } };
  if (name.seq !== due) return { stop: { kind: 'gap', reason: { code: 'gap', due, seq: name.seq } } };
  return undefined;
};

const storeBatch = async (
  trx: BatchRepository,
  { pull, name, context: { batch, now } }: Taking,
  { validated, day, billed }: { readonly validated: Validated; readonly day: string; readonly billed: number },
): Promise<void> => {
  const { believed: rows, slots, users, quarantined } = validated;
  const state = rows.length === 0 && quarantined.length > 0 ? 'held' : 'applied';
  const verdict = { state, billed, at: now, bytes: batchBytes({ rows }), day, rows, slots, users } as const;
  if (!(await trx.insertBatch(name, batch, verdict))) throw new Error(`batch ${name.seq} was stored by somebody else`);
  await trx.acknowledge(name, bytesOf(rows));
  const [first] = quarantined;
  if (!first) return;
  await trx.quarantine(name, batch, { parts: quarantined, whole: first.rows.length === batch.rows.length, at: now });
  await alarm(pull, trx, { kind: 'quarantine', reason: first.reason });
};

/** The rows of users who were charged, and the others by reason. */
const withoutUnbillable = (
  believed: readonly UsageRow[],
  { unbillable }: Pick<BillingOutcome, 'unbillable'>,
): { readonly rows: readonly UsageRow[]; readonly parts: QuarantinedPart[] } => {
  if (unbillable.size === 0) return { rows: believed, parts: [] };
  const { yes, no: rows } = splitRows(believed, ([, user]) => unbillable.has(user));
  const parts = (['noUser', 'beyond'] as const).map((code) => ({
    reason: { code },
    rows: yes.filter(([, user]) => unbillable.get(user) === code),
  }));
  return { rows, parts: parts.filter((part) => part.rows.length > 0) };
};

const scalesOf = (lines: ReadonlyMap<number, BillingLine>): ReadonlyMap<number, number> =>
  new Map([...lines].map(([num, { scalePpm }]) => [num, scalePpm]));
