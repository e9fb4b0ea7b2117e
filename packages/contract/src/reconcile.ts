import { z } from 'zod';
import { access, call } from './call.ts';
import { field } from './form.ts';
import { Done, Nothing } from './shapes.ts';
import { Day, Id, Instant, Line, SearchLine } from './units.ts';

/** Rows that each list of the reconciliation shows at most. */
export const MOST_RECONCILED = 1000;

/** How a payment in a provider's list and ours differ. */
export const differenceKinds = ['missing', 'extra', 'mismatched', 'refund', 'dispute'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];
export const differenceKindNames = {
  missing: '我方缺少',
  extra: '通道没有',
  mismatched: '内容不一致',
  refund: '退款未记录',
  dispute: '拒付未记录',
} as const satisfies Record<DifferenceKind, string>;

/** How a difference stands. */
export const differenceStates = ['open', 'settled', 'explained'] as const;
export type DifferenceState = (typeof differenceStates)[number];
export const differenceStateNames = {
  open: '待处理',
  settled: '已补记',
  explained: '已查明',
} as const satisfies Record<DifferenceState, string>;

/** One day of one provider instance. */
export const Reconciliation = z.object({
  _id: Id,
  platform: z.string(),
  day: Day,
  /** `failed`: the provider, or some trades, could not be asked about, and are asked again. */
  state: z.enum(['done', 'failed']),
  /** Compared with its list, or by a question about each trade. */
  way: z.enum(['list', 'query']),
  theirs: z.number().int().nonnegative(),
  ours: z.number().int().nonnegative(),
  differences: z.number().int().nonnegative(),
  /** Trades about which nothing is known: no usable answer, or `unasked`. */
  unanswered: z.number().int().nonnegative(),
  /** Trades about which the provider was silent, or that there was no time to ask about. */
  unasked: z.number().int().nonnegative(),
  ran_at: Instant,
});
export type Reconciliation = z.output<typeof Reconciliation>;

const Amount = z.number().nonnegative().nullable();

/** A difference between a provider's list and ours. */
export const Difference = z.object({
  _id: Id,
  platform: z.string(),
  day: Day,
  kind: z.enum(differenceKinds),
  reference: z.string(),
  tradeno: z.string(),
  /** Of the currency, which is the provider's; null where one side has none in it. */
  theirs: Amount,
  ours: Amount,
  currency: z.string(),
  state: z.enum(differenceStates),
  found_at: Instant,
  closed_by: z.string(),
  closed_why: z.string(),
});
export type Difference = z.output<typeof Difference>;

/** Which differences: those in one state, and whose number, or that of their trade, contains a text. */
export const DifferenceFilter = z.object({
  state: z.enum(differenceStates).optional(),
  filterStr: SearchLine(254).default(''),
});
export type DifferenceFilter = z.output<typeof DifferenceFilter>;

export const reconcileCalls = {
  reconciliationList: call({
    path: '/api/admin/money/reconciliation_list',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'Days of provider instances that were compared, newest first; at most 1,000.',
    input: Nothing,
    output: z.array(Reconciliation),
    fails: [],
  }),
  differenceList: call({
    path: '/api/admin/money/difference_list',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary:
      'Differences between lists of providers and ours, newest first, by state and by a text of the number of the money or its trade; at most 1,000.',
    input: DifferenceFilter,
    output: z.array(Difference),
    fails: [],
  }),
  settleDifference: call({
    path: '/api/admin/money/settle_difference',
    access: access.admin,
    rate: 'change',
    audit: 'difference',
    stepUp: 'always',
    summary:
      'Takes a payment, a refund or a dispute that only the provider has as its word: it is stored as a claim and settled, or flags its order. 1109 for other differences, when it is decided, when something else is known by its number, or when its trade has no rate for the currency.',
    input: z.object({ difference_id: Id }),
    output: Done,
    fails: ['notFound', 'conflict'],
  }),
  explainDifference: call({
    path: '/api/admin/money/explain_difference',
    access: access.admin,
    rate: 'change',
    audit: 'difference',
    summary: 'Notes why a difference is none. 1109 when it is decided.',
    input: z.object({ difference_id: Id, reason: field('说明', Line(200).min(1, '请填写说明')) }),
    output: Done,
    fails: ['notFound', 'conflict'],
  }),
} as const;
