import { z } from 'zod';
import { ByteCount, Day, Instant } from './units.ts';

const Count = z.number().int().nonnegative();

/**
 * Reports already billed for a node that may contain the same bytes as a quarantined one of it: those of the same time
 * or of the same number. Raw bytes.
 */
export const OverlappingUse = z.object({
  reports: Count,
  up: ByteCount,
  down: ByteCount,
  /** The span of them all. */
  from: Instant,
  to: Instant,
  /** Whether one of them has the very number of the waiting one, in the same journal. */
  same_number: z.boolean(),
});
export type OverlappingUse = z.infer<typeof OverlappingUse>;

/** What a node's reports of a business day took from accounts and can be given back: billed bytes. */
export const ChargedDay = z.object({
  day: Day,
  /** Accounts, and their bytes of permanent traffic. */
  users: Count,
  spent: ByteCount,
  /** Bytes of the day's quota: only today's can be given back. */
  quota: ByteCount,
  /** Raw bytes of reports that were undone before. */
  undone: ByteCount,
});
export type ChargedDay = z.infer<typeof ChargedDay>;

/** An undo that has not reached all of its users yet. */
export const UndoProgress = z.object({
  days: z.array(Day),
  /** Users who got something until now, and their bytes of permanent traffic. */
  users: Count,
  returned: ByteCount,
  since: Instant,
});
export type UndoProgress = z.infer<typeof UndoProgress>;

/** What of a node's reports can be undone, and what is being undone. */
export const UndoPreview = z.object({ days: z.array(ChargedDay), under_way: UndoProgress.nullable() });
export type UndoPreview = z.infer<typeof UndoPreview>;

/** Days that reports can be undone for. */
export const UNDO_DAYS = 35;
