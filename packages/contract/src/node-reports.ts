import { z } from 'zod';
import { access, call } from './call.ts';
import { OverlappingUse, UNDO_DAYS, UndoPreview } from './node-use.ts';
import { QuarantineReason } from './quarantine-reasons.ts';
import { ById, Done } from './shapes.ts';
import { ByteCount, Day, Id, Instant, Line } from './units.ts';

const Count = z.number().int().nonnegative();

/** A report of a node, or rows of one, that was quarantined, and what was decided about it. Raw bytes. */
export const QuarantinedReport = z.object({
  _id: Id,
  node_id: Id,
  node_name: z.string(),
  /**
   * `batch`: the whole report was not believed. `rows`: only these rows; the others were billed. `conflict`:
   * contradicts a billed report, or comes from a journal that nobody accepted.
   */
  kind: z.enum(['batch', 'rows', 'conflict']),
  seq: Count,
  reason: QuarantineReason,
  at: Instant,
  /** The time that it says it was counted in; null where that was not kept. */
  from: Instant.nullable(),
  to: Instant.nullable(),
  /** Billed reports that may count the same bytes; null when there are none, or once it was decided about. */
  beside: OverlappingUse.nullable(),
  rows: Count,
  users: Count,
  up: ByteCount,
  down: ByteCount,
  state: z.enum(['quarantined', 'billed', 'dismissed']),
  /** Bytes that were charged when it was billed. */
  billed: ByteCount,
  settled_at: Instant.nullable(),
  /** E-mail address of the admin who decided. */
  settled_by: z.string(),
  settle_reason: z.string(),
});
export type QuarantinedReport = z.infer<typeof QuarantinedReport>;

/** Part of the calls of the feature `fleet`: reports of nodes that an operator decides about. */
export const nodeReportCalls = {
  heldBatches: call({
    path: '/api/admin/agents/held_batches',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'Reports of nodes that wait for a decision, newest first, or those that were decided about.',
    input: z.object({ settled: z.boolean().default(false), limit: z.number().int().min(1).max(500).default(100) }),
    output: z.array(QuarantinedReport),
    fails: [],
  }),
  settleBatch: call({
    path: '/api/admin/agents/settle_batch',
    access: access.admin,
    rate: 'change',
    audit: 'report',
    summary:
      'Bills a quarantined report, or dismisses it, exactly once; the reason goes to the audit log. `beside` is the number of billed reports of the same time that the caller has seen: one more, and billing is refused.',
    input: z.object({
      id: Id,
      action: z.enum(['bill', 'dismiss']),
      reason: Line(500).min(1),
      beside: Count.default(0),
    }),
    output: z.object({ billed: ByteCount }),
    fails: ['notFound', 'conflict'],
  }),
  undoPreview: call({
    path: '/api/admin/agents/undo_preview',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary:
      "What a node's reports took from accounts, by business day, newest first: what undoing them would return; and the undo of it that is under way.",
    input: ById,
    output: UndoPreview,
    fails: ['notFound'],
  }),
  undoReports: call({
    path: '/api/admin/agents/undo_reports',
    access: access.admin,
    rate: 'change',
    audit: 'nodeUse',
    stepUp: 'always',
    summary:
      "Returns the permanent traffic that a node's reports of these business days took from accounts, and today's quota, and tells those who get bytes back; the reason goes to the audit log. Many users are reached one part after the other: `users` and `returned` are those until now, and the preview shows how it goes on.",
    input: z.object({
      id: Id,
      days: z
        .array(Day)
        .min(1)
        .max(UNDO_DAYS + 1),
      reason: Line(500).min(1),
    }),
    output: z.object({ users: Count, returned: ByteCount, under_way: z.boolean() }),
    fails: ['notFound', 'conflict'],
  }),
  acceptBooks: call({
    path: '/api/admin/agents/accept_books',
    access: access.admin,
    rate: 'change',
    audit: 'books',
    summary:
      'Bills the usage journal that the agent of a node began anew, by the epoch as it was shown, and closes the one before for good. With `from`: goes on in the journal that is billed at that report, and gives up those before it that the agent no longer has.',
    input: z.object({ id: Id, epoch: Id, from: Count.optional(), reason: Line(500).min(1) }),
    output: Done,
    fails: ['notFound', 'conflict'],
  }),
} as const;
