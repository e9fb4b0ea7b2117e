import { createHash } from 'node:crypto';
import { batchText, PROBE_USER, type UsageBatch, type UsageRow } from '@skyport/contract/fleet';
import { addDays, dayOf } from '../../platform/clock.ts';
import type { ReportedUse } from '../../traffic/index.ts';
import { AHEAD_MS } from '../trust/trust-rules.ts';

/** What the answer to one pull may hold: room for a batch of as many rows as one has at most. */
export const PULL_BYTES = 8 * 1024 * 1024;
/** Whether a batch is what its digest says. */
export const digestMatches = (batch: UsageBatch): boolean =>
  createHash('sha256').update(batchText(batch)).digest('hex') === batch.sha256;

/** What a batch says of customers: the panel's own user is nobody's customer. */
export const usesOf = ({ rows }: { readonly rows: readonly Readonly<UsageRow>[] }): ReportedUse[] =>
  rows.filter(([, user]) => user !== PROBE_USER).map(([line, user, up, down]) => ({ line, user, up, down }));

/** Upload and download bytes of a batch. */
export const batchBytes = ({ rows }: { readonly rows: readonly Readonly<UsageRow>[] }): [up: bigint, down: bigint] => {
  const sums = [0n, 0n] as [bigint, bigint];
  let [up, down] = [0, 0];
  const flush = (): void => {
    sums[0] += BigInt(up);
    sums[1] += BigInt(down);
    [up, down] = [0, 0];
  };
  for (const [, , rowUp, rowDown] of rows) {
    // Only lies are so large that a number does not hold their sum.
    if (up + rowUp > Number.MAX_SAFE_INTEGER || down + rowDown > Number.MAX_SAFE_INTEGER) flush();
    up += rowUp;
    down += rowDown;
  }
  flush();
  return sums;
};

/** The agent's business day, clamped to the panel's: yesterday at the earliest, never far ahead of midnight. */
export const clampedDay = (day: string, now: Date, timezone: string): string => {
  const earliest = addDays(dayOf(now, timezone), -1);
  const latest = dayOf(new Date(now.getTime() + AHEAD_MS), timezone);
  if (day < earliest) return earliest;
  return day > latest ? latest : day;
};

/** The instant that decides about membership: the batch's beginning, in the customer's favour, within two days. */
export const membershipInstant = (from: number, now: Date): Date =>
  new Date(Math.min(now.getTime(), Math.max(from, Date.parse(addDays(now.toISOString().slice(0, 10), -2)))));
