import type { UsageBatch, UsageRow } from '@skyport/contract/fleet';
import type { BillingLine } from '../nodes/index.ts';
import type { AgentBooks, BatchBooks, PullBooks } from './pull-books.ts';
import {
  budgetProblem,
  busiestDay,
  bytesOf,
  countedSpan,
  DAY_LEAST,
  dayMost,
  firstSlot,
  splitRows,
  spread,
  timesProblem,
  type HeldPart,
  type Slots,
  type TrustWindow,
} from './trust-rules.ts';

/** Whom the lines of a node serve, as its agent was told. */
export interface Served {
  /** Whether the user is served on the line now. */
  isServed(line: number, user: number): boolean;
  /**
   * From when on a removal is too new to be held against a report whose window began at `since`: some minutes before it, or
   * earlier when the agent had not been told of removals by then.
   */
  removedAfter(since: Date): Date;
}

/** What a batch is judged by, besides the books. */
export interface Judging {
  readonly node: { readonly id: string; readonly linkMbps: number };
  readonly batch: UsageBatch;
  readonly lines: ReadonlyMap<number, BillingLine>;
  readonly served: Served;
  readonly now: Date;
}

/**
 * Parts a batch into the rows that this node may have served and those of strangers, held back by themselves. Looks into
 * the books only where somebody is not served now.
 */
export const partStrangers = async (
  books: Pick<PullBooks, 'servedSince'>,
  { batch, lines, served }: Judging,
  { since }: Pick<TrustWindow, 'since'>,
): Promise<{ readonly rows: readonly UsageRow[]; readonly held: readonly HeldPart[] }> => {
  const doubtful = batch.rows.some(([line, user]) => !lines.has(line) || !served.isServed(line, user));
  if (!doubtful) return { rows: batch.rows, held: [] };
  const before = await books.servedSince([...lines.keys()], served.removedAfter(since));
  const { yes, no } = splitRows(
    batch.rows,
    ([line, user]) => lines.has(line) && (served.isServed(line, user) || before.get(line)?.has(user) === true),
  );
  return { rows: yes, held: no.length > 0 ? [{ reason: { code: 'stranger' }, rows: no }] : [] };
};

/** What is believed of a batch, by slot, and what is held back. */
export interface Judged {
  readonly believed: readonly UsageRow[];
  readonly slots: Slots;
  readonly held: readonly HeldPart[];
}

/** Judges rows of served users inside the batch's transaction: all of them are believed, or none. */
export const judgeRows = async (
  trx: Pick<BatchBooks, 'usedSlots' | 'closedDays'>,
  { node, batch, now }: Judging,
  { rows, agent }: { readonly rows: readonly UsageRow[]; readonly agent: AgentBooks },
): Promise<Judged> => {
  const window = { since: agent.window_since, bytes: agent.window_bytes };
  const none = { believed: [], slots: new Map<number, number>() };
  const impossible = timesProblem(batch, now) ?? budgetProblem(bytesOf(rows), window, { linkMbps: node.linkMbps, now });
  if (impossible) return { ...none, held: [{ reason: impossible, rows }] };
  const span = countedSpan(batch, window, now);
  const slots = spread(bytesOf(rows), span);
  const bytes = busiestDay(await trx.usedSlots(node.id, firstSlot(span)), slots);
  if (bytes > DAY_LEAST) {
    const most = dayMost(await trx.closedDays(node.id));
    if (bytes > most) return { ...none, held: [{ reason: { code: 'day', bytes, most: Math.round(most) }, rows }] };
  }
  return { believed: rows, slots, held: [] };
};
