import type { UsageBatch, UsageRow } from '@skyport/contract/fleet';
import type { BillingLine } from '../../nodes/index.ts';
import type { PulledAgent, BatchRepository, PullRepository } from '../pull/pull-repository.ts';
import {
  budgetProblem,
  bytesOf,
  countedSpan,
  DAY_LEAST,
  splitRows,
  timesProblem,
  USER_HOUR_MOST,
  type QuarantinedPart,
  type Span,
  type TrustWindow,
} from './trust-rules.ts';
import { busiestDay, busiestHour, firstSlot, spread, type Slots } from './slots.ts';
import { isWatched, userUseFrom, usersBeyondHour, userUseOf, type UserUse } from './user-use.ts';

/** Whom the lines of a node serve, as its agent knows. */
export interface Served {
  /** Whether the user is served on the line now. */
  isServed(line: number, user: number): boolean;
  /**
   * From when on a removal is too new to be held against a report whose window began at `since`: some minutes before
   * it, or earlier when the agent was not synced by then.
   */
  removedAfter(since: Date): Date;
}

/** What a batch is validated by, besides what is stored. */
export interface ReportContext {
  readonly node: { readonly id: string; readonly linkMbps: number };
  readonly batch: UsageBatch;
  readonly lines: ReadonlyMap<number, BillingLine>;
  readonly served: Served;
  readonly now: Date;
}

/**
 * Splits a batch into the rows that this node may have served and those of strangers, which are quarantined by
 * themselves. Asks the database only where somebody is not served now.
 */
export const splitStrangers = async (
  repository: Pick<PullRepository, 'servedSince'>,
  { batch, lines, served }: ReportContext,
  { since }: Pick<TrustWindow, 'since'>,
): Promise<{ readonly rows: readonly UsageRow[]; readonly quarantined: readonly QuarantinedPart[] }> => {
  const doubtful = batch.rows.some(([line, user]) => !lines.has(line) || !served.isServed(line, user));
  if (!doubtful) return { rows: batch.rows, quarantined: [] };
  const before = await repository.servedSince([...lines.keys()], served.removedAfter(since));
  const { yes: believable, no: strangers } = splitRows(
    batch.rows,
    ([line, user]) => lines.has(line) && (served.isServed(line, user) || before.get(line)?.has(user) === true),
  );
  return {
    rows: believable,
    quarantined: strangers.length > 0 ? [{ reason: { code: 'stranger' }, rows: strangers }] : [],
  };
};

/** What is believed of a batch, by slot, and what is quarantined. */
export interface Validated {
  readonly believed: readonly UsageRow[];
  readonly slots: Slots;
  /** What single users carried, where the node is so busy that it must be kept. */
  readonly users: UserUse | undefined;
  readonly quarantined: readonly QuarantinedPart[];
}

/**
 * Validates rows of served users inside the batch's transaction: first those of single users who carried too much, then
 * all others together.
 */
export const validateRows = async (
  trx: Pick<BatchRepository, 'usedSlots' | 'dayMost' | 'userUse'>,
  context: ReportContext,
  { rows, agent }: { readonly rows: readonly UsageRow[]; readonly agent: PulledAgent },
): Promise<Validated> => {
  const { node, batch, now } = context;
  const window = { since: agent.window_since, bytes: agent.window_bytes };
  const nothing = { believed: [], slots: new Map<number, number>(), users: undefined };
  const impossible = timesProblem(batch, now);
  if (impossible) return { ...nothing, quarantined: [{ reason: impossible, rows }] };
  const span = countedSpan(batch, window, now);
  const known = await trx.usedSlots(node.id, firstSlot(span));
  const { yes: beyond, no: rest } = await splitBeyondHour(trx, context, { rows, span, known });
  const quarantined: QuarantinedPart[] =
    beyond.length > 0 ? [{ reason: { code: 'userHour', most: USER_HOUR_MOST }, rows: beyond }] : [];
  const tooMuch = budgetProblem(bytesOf(rest), window, { linkMbps: node.linkMbps, now });
  if (tooMuch) return { ...nothing, quarantined: [...quarantined, { reason: tooMuch, rows: rest }] };
  const slots = spread(bytesOf(rest), span);
  const bytes = busiestDay(known, slots);
  if (bytes > DAY_LEAST) {
    const most = Math.round(await trx.dayMost(node.id));
    if (bytes > most)
      return { ...nothing, quarantined: [...quarantined, { reason: { code: 'day', bytes, most }, rows: rest }] };
  }
  const first = window.bytes === 0;
  const users = isWatched(busiestHour(known, slots)) ? userUseOf(rest, span, { first }) : undefined;
  return { believed: rest, slots, users, quarantined };
};

/** Rows of users who carried too much in an hour. Nobody did on a node that carried less than that in all. */
const splitBeyondHour = async (
  trx: Pick<BatchRepository, 'userUse'>,
  { node }: ReportContext,
  { rows, span, known }: { readonly rows: readonly UsageRow[]; readonly span: Span; readonly known: Slots },
): Promise<{ readonly yes: readonly UsageRow[]; readonly no: readonly UsageRow[] }> => {
  if (busiestHour(known, spread(bytesOf(rows), span)) <= USER_HOUR_MOST) return { yes: [], no: rows };
  const beyond = usersBeyondHour(rows, span, await trx.userUse(node.id, new Date(userUseFrom(span))));
  return splitRows(rows, ([, user]) => beyond.has(user));
};
