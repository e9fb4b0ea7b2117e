import { createHash } from 'node:crypto';
import { batchText, PROBE_USER, type UsageBatch, type UsageRow } from '@skyport/contract/fleet';
import { addDays, dayOf, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import type { ReportedUse } from '../traffic/index.ts';

/** What one pull may hold: an agent sends at least one batch whatever its size. */
export const PULL_BYTES = 4 * 1024 * 1024;
const BITS = 8;
/** A link is believed to carry a quarter more than it says. */
const CAPACITY_MARGIN = 1.25;
/** Readings are seconds apart, so even the shortest batch may hold some seconds' worth. */
const SHORTEST_MS = 5 * SECOND_MS;
/** Clocks of nodes may be ahead by as much, before midnight as well as in a batch's end. */
const AHEAD_MS = 10 * MINUTE_MS;

/** Whether a batch is what its seal says. */
export const sealHolds = (batch: UsageBatch): boolean =>
  createHash('sha256').update(batchText(batch)).digest('hex') === batch.sha256;

/** What is known of a node when a batch of it is judged. */
export interface BatchContext {
  readonly linkMbps: number;
  /** Lines that the node ever had. */
  readonly lines: ReadonlyMap<number, unknown>;
  /** End (ms) of what was reported before, without batches of the very same time; 0 for the first. */
  readonly reportedUntil: number;
  /** Bytes of earlier batches of the very same time: a large day is cut into several. */
  readonly sameSpanBytes: bigint;
  readonly now: Date;
}

/** Why a batch must be looked at by an operator instead of being billed; undefined when it can be billed. */
export const batchProblem = (batch: UsageBatch, context: BatchContext): string | undefined => {
  if (batch.to < batch.from) return 'the batch ends before it begins';
  if (batch.to > context.now.getTime() + AHEAD_MS) return "the batch ends in the panel's future";
  const stranger = batch.rows.find(([line]) => !context.lines.has(line));
  if (stranger) return `line ${stranger[0]} is not on this node`;
  const total = batchBytes(batch).reduce((a, b) => a + b) + context.sameSpanBytes;
  const ms = Math.max(SHORTEST_MS, batch.to - Math.max(batch.from, context.reportedUntil));
  const capacity = BigInt(Math.floor((CAPACITY_MARGIN * context.linkMbps * 1e6 * ms) / BITS / SECOND_MS));
  return total > capacity ? `${total} bytes are more than the link carries in that time (${capacity})` : undefined;
};

/** What a batch says of customers: the panel's own user is nobody's customer. */
export const usesOf = ({ rows }: { readonly rows: readonly Readonly<UsageRow>[] }): ReportedUse[] =>
  rows.filter(([, user]) => user !== PROBE_USER).map(([line, user, up, down]) => ({ line, user, up, down }));

/** Upload and download bytes of a batch. */
export const batchBytes = ({ rows }: Pick<UsageBatch, 'rows'>): [up: bigint, down: bigint] => {
  const sums = [0n, 0n] as [bigint, bigint];
  let [up, down] = [0, 0];
  const carry = (): void => {
    sums[0] += BigInt(up);
    sums[1] += BigInt(down);
    [up, down] = [0, 0];
  };
  for (const [, , rowUp, rowDown] of rows) {
    // Only lies are so large that a number does not hold their sum.
    if (up + rowUp > Number.MAX_SAFE_INTEGER || down + rowDown > Number.MAX_SAFE_INTEGER) carry();
    up += rowUp;
    down += rowDown;
  }
  carry();
  return sums;
};

/** The agent's business day, held within a day of the panel's: yesterday at the earliest, never far ahead of midnight. */
export const heldDay = (day: string, now: Date, timezone: string): string => {
  const earliest = addDays(dayOf(now, timezone), -1);
  const latest = dayOf(new Date(now.getTime() + AHEAD_MS), timezone);
  if (day < earliest) return earliest;
  return day > latest ? latest : day;
};

/** The instant that decides about membership: the batch's beginning, in the customer's favour, within two days. */
export const membershipInstant = (from: number, now: Date): Date =>
  new Date(Math.min(now.getTime(), Math.max(from, Date.parse(addDays(now.toISOString().slice(0, 10), -2)))));
