import type { UsageBatch, UsageRow } from '@skyport/contract/fleet';
import type { AlarmReason, QuarantineReason } from '@skyport/contract/quarantine-reasons';
import type { AlarmKind } from '@skyport/contract/node-health';
import type { Settings } from '@skyport/contract/settings-table';
import type { BillingLine } from '../nodes/index.ts';
import { dayOf } from '../platform/clock.ts';
import { saturated, type BillingOutcome } from '../traffic/index.ts';
import { HELD_MOST } from './held-store.ts';
import { judgeRows, partStrangers, type Judged, type Judging } from './judge.ts';
import type { Flight, Outcome } from './pull.ts';
import type { AgentBooks, BatchBooks, PullBooks } from './pull-books.ts';
import { batchBytes, heldDay, membershipInstant, sealHolds, usesOf } from './pull-rules.ts';
import { bytesOf, splitRows, type HeldPart } from './trust-rules.ts';
import type { BatchName } from './usage-store.ts';

/** A batch that is not taken: it is in conflict with another one, those before it are missing, or there is no room. */
interface Stop {
  readonly kind: Extract<AlarmKind, 'conflict' | 'gap' | 'held-full'>;
  readonly reason: AlarmReason;
}

/** Takes one batch that an agent shows, in a transaction of its own; never twice. `counts` hears of changed users. */
export const takeBatch = async (
  flight: Flight,
  { epoch, batch, agent }: { readonly epoch: string; readonly batch: UsageBatch; readonly agent: AgentBooks },
  counts: { changedUsers: number },
): Promise<Outcome> => {
  const { node, deps, quotas, books, served } = flight;
  const name: BatchName = { nodeId: node.id, epoch, seq: batch.seq };
  if (!sealHolds(batch)) return stopAt(flight, name, batch, { kind: 'conflict', reason: { code: 'seal' } });
  const settings = await books.settings();
  const lines = await books.lines(node.id);
  const judging: Judging = { node, batch, lines, served, now: deps.clock.now() };
  const parted = await partStrangers(books, judging, { since: agent.window_since });
  const taking: Taking = { flight, name, judging, parted, settings };
  const result = await applied(taking);
  deps.crash.at('usage.after-commit');
  if ('stop' in result) return stopAt(flight, name, batch, result.stop);
  counts.changedUsers += result.changedUsers;
  if (result.uses.length > 0) quotas.used(result.uses, scalesOf(lines));
  return result.outcome;
};

/** Applies a batch; one that the database cannot take is held back as a whole, instead of being tried for ever. */
const applied = async (taking: Taking): Promise<Applied | { readonly stop: Stop }> => {
  const { flight, judging } = taking;
  const inTurn = (held: Taking) =>
    flight.books.transaction(flight.node.id, async (trx) => {
      const done = await applyBatch(trx, held);
      flight.deps.crash.at('usage.before-commit');
      return done;
    });
  try {
    return await inTurn(taking);
  } catch (fault) {
    const detail = whyUnappliable(fault);
    if (detail === undefined) throw fault;
    flight.deps.log.error({ node: flight.node.id, fault }, 'a report cannot be applied and is held back');
    return inTurn({
      ...taking,
      parted: { rows: [], held: [{ reason: { code: 'fault', detail }, rows: judging.batch.rows }] },
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
const stopAt = async (flight: Flight, name: BatchName, batch: UsageBatch, stop: Stop): Promise<'stop'> => {
  const { deps, books } = flight;
  const { kind, reason } = stop;
  const at = deps.clock.now();
  const kept =
    kind === 'held-full' || (await books.keepConflict(name, batch, { reason: reason as QuarantineReason, at }));
  await alarm(flight, books, kept ? stop : NO_ROOM);
  return 'stop';
};

/** Nothing more of a node can be held back. */
export const NO_ROOM: Stop = { kind: 'held-full', reason: { code: 'heldFull', most: HELD_MOST } };

/** Raises an alarm of a node, unless it is up. */
export const alarm = async (
  { node, deps }: Pick<Flight, 'node' | 'deps'>,
  books: Pick<PullBooks, 'raiseAlarm'>,
  { kind, reason }: { readonly kind: AlarmKind; readonly reason: AlarmReason },
): Promise<void> => {
  const at = deps.clock.now();
  if (await books.raiseAlarm({ id: deps.ids.next(), nodeId: node.id, kind, reason, at }))
    deps.log.error({ node: node.id, kind, reason }, 'a node raised an alarm');
};

interface Taking {
  readonly flight: Flight;
  readonly name: BatchName;
  readonly judging: Judging;
  readonly parted: { readonly rows: readonly UsageRow[]; readonly held: readonly HeldPart[] };
  readonly settings: Settings;
}

interface Applied {
  readonly outcome: Outcome;
  readonly changedUsers: number;
  readonly uses: ReturnType<typeof usesOf>;
}

const SKIPPED: Applied = { outcome: 'skipped', changedUsers: 0, uses: [] };

const applyBatch = async (trx: BatchBooks, taking: Taking): Promise<Applied | { readonly stop: Stop }> => {
  const { name, judging, parted, settings } = taking;
  const { batch, now } = judging;
  const agent = await trx.lockAgent(name.nodeId);
  if (!agent || agent.epoch !== name.epoch) return SKIPPED;
  const place = await placeOf(trx, { name, batch, agent });
  if (place) return place;
  const judged = await judgeRows(trx, judging, { rows: parted.rows, agent });
  const held = [...parted.held, ...judged.held].filter(({ rows }) => rows.length > 0);
  if (!(await trx.hasRoom(name.nodeId, held))) return { stop: NO_ROOM };
  const day = heldDay(batch.day, now, settings.timezone);
  const uses = usesOf({ rows: judged.believed });
  const billing = await bill(trx, taking, { uses, day });
  const { rows, parts } = withoutUnbillable(judged.believed, billing);
  const kept = parts.length === 0 ? held : [...held, ...parts];
  await storeBatch(trx, taking, { judged: { ...judged, believed: rows, held: kept }, day, billed: billing.billed });
  const outcome = rows.length === 0 && kept.length > 0 ? 'quarantined' : 'applied';
  if (outcome === 'quarantined') return { outcome, changedUsers: 0, uses: [] };
  await trx.closeAlarms(name.nodeId, ['unbilled', 'conflict', 'gap', 'epoch'], now);
  const stale = taking.flight.quotas.stale(uses, scalesOf(judging.lines));
  const changed = [...new Set([...billing.ranOut, ...stale])];
  await trx.usersChanged(changed);
  return { outcome, changedUsers: changed.length, uses };
};

/** Where a batch stands in its store's sequence: undefined for the very next one, else why it is not applied. */
const placeOf = async (
  trx: BatchBooks,
  { name, batch, agent }: { readonly name: BatchName; readonly batch: UsageBatch; readonly agent: AgentBooks },
): Promise<Applied | { readonly stop: Stop } | undefined> => {
  const due = agent.acked_seq + 1;
  const known = await trx.findBatch(name, batch.sha256);
  if (known === batch.sha256) {
    // Billed before, though the acknowledgement was put back: only that is mended.
    if (name.seq === due) await trx.acknowledge(name, 0);
    return SKIPPED;
  }
  if (known !== undefined || name.seq < due) return { stop: { kind: 'conflict', reason: { code: 'sameNumber' } } };
  if (name.seq !== due) return { stop: { kind: 'gap', reason: { code: 'gap', due, seq: name.seq } } };
  return undefined;
};

const storeBatch = async (
  trx: BatchBooks,
  { flight, name, judging: { batch, now } }: Taking,
  { judged, day, billed }: { readonly judged: Judged; readonly day: string; readonly billed: number },
): Promise<void> => {
  const { believed: rows, slots, users, held } = judged;
  const state = rows.length === 0 && held.length > 0 ? 'held' : 'applied';
  const verdict = { state, billed, at: now, bytes: batchBytes({ rows }), day, rows, slots, users } as const;
  if (!(await trx.insertBatch(name, batch, verdict))) throw new Error(`batch ${name.seq} was stored by somebody else`);
  await trx.acknowledge(name, bytesOf(rows));
  const [first] = held;
  if (!first) return;
  await trx.hold(name, batch, { parts: held, whole: first.rows.length === batch.rows.length, at: now });
  await alarm(flight, trx, { kind: 'quarantine', reason: first.reason });
};

/** The rows of users who were charged, and the others by reason. */
const withoutUnbillable = (
  believed: readonly UsageRow[],
  { unbillable }: Pick<BillingOutcome, 'unbillable'>,
): { readonly rows: readonly UsageRow[]; readonly parts: HeldPart[] } => {
  if (unbillable.size === 0) return { rows: believed, parts: [] };
  const { yes, no: rows } = splitRows(believed, ([, user]) => unbillable.has(user));
  const parts = (['noUser', 'beyond'] as const).map((code) => ({
    reason: { code },
    rows: yes.filter(([, user]) => unbillable.get(user) === code),
  }));
  return { rows, parts: parts.filter((part) => part.rows.length > 0) };
};

const bill = async (
  trx: BatchBooks,
  { name, judging: { batch, lines, now }, settings }: Taking,
  { uses: rows, day }: { readonly uses: ReturnType<typeof usesOf>; readonly day: string },
): Promise<BillingOutcome> => {
  const at = membershipInstant(batch.from, now);
  const today = dayOf(now, settings.timezone);
  const outcome = await trx.bill({ nodeId: name.nodeId, rows, lines, day, at, now, today, settings });
  const hot = new Map<number, number>();
  for (const { line, user, up, down } of rows)
    if (!outcome.unbillable.has(user)) hot.set(line, saturated((hot.get(line) ?? 0) + up + down));
  await trx.addHot(hot);
  return outcome;
};

const scalesOf = (lines: ReadonlyMap<number, BillingLine>): ReadonlyMap<number, number> =>
  new Map([...lines].map(([num, { scalePpm }]) => [num, scalePpm]));
