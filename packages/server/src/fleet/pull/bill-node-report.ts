import type { UsageRow } from '@skyport/contract/fleet';
import type { Settings } from '@skyport/contract/settings-table';
import { addToLineCounters, addProbeUse, type BillingLine } from '../../nodes/index.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  billReport,
  saturated,
  type BillingOutcome,
  type BillingTurn,
  type ReportedUse,
  type UseBatch,
} from '../../traffic/index.ts';
import { clampedDay, membershipInstant, usesOf } from './pull-rules.ts';

/** What billing a report reads and writes; a simulator has its own. */
export interface ReportRepository {
  /** Charges accounts, and notifies those who are paused by it. */
  bill(use: UseBatch): Promise<BillingOutcome>;
  /** Adds raw bytes to the counters of lines. */
  addToLineCounters(bytesOf: ReadonlyMap<number, number>): Promise<void>;
  /** Keeps what the panel's own user carried, who has no account. */
  addProbeUse(day: string, rows: readonly UsageRow[]): Promise<void>;
}

/** The repository in the panel's database, for the length of a billing turn. */
export const reportRepository = (
  turn: BillingTurn,
  deps: Pick<Deps, 'clock'> & { readonly ids: Pick<Deps['ids'], 'next'> },
): ReportRepository => ({
  bill: (use) => billReport(turn, use, deps),
  addToLineCounters: (bytesOf) => addToLineCounters(turn.trx, bytesOf),
  addProbeUse: (day, rows) => addProbeUse(turn.trx, day, rows),
});

/** A report, or rows of one, that is to be billed. */
export interface Report {
  readonly nodeId: string;
  /** Every line of a customer's row is in `lines`. */
  readonly rows: readonly UsageRow[];
  readonly lines: ReadonlyMap<number, BillingLine>;
  /** The agent's business day. */
  readonly day: string;
  /** When the time that it reports about began, ms. */
  readonly from: number;
}

/** What billing a report came to: the business day that it counts on, and what it says of customers. */
export interface BilledReport extends BillingOutcome {
  readonly day: string;
  readonly uses: readonly ReportedUse[];
}

/**
 * Bills a report by the rules and scales of now, on a day no older than yesterday: accounts, the counters of lines, and
 * the use of the panel's own user. Nothing is written for users in `unbillable`.
 */
export const billNodeReport = async (
  repository: ReportRepository,
  { nodeId, rows, lines, day: claimed, from }: Report,
  { now, settings }: { readonly now: Date; readonly settings: Settings },
): Promise<BilledReport> => {
  const uses = usesOf({ rows });
  const day = clampedDay(claimed, now, settings.timezone);
  const at = membershipInstant(from, now);
  const today = dayOf(now, settings.timezone);
  const outcome = await repository.bill({ nodeId, rows: uses, lines, day, at, now, today, settings });
  const hot = new Map<number, number>();
  for (const { line, user, up, down } of uses)
    if (!outcome.unbillable.has(user)) hot.set(line, saturated((hot.get(line) ?? 0) + up + down));
  await repository.addToLineCounters(hot);
  await repository.addProbeUse(day, rows);
  return { ...outcome, day, uses };
};
