import { z } from 'zod';

export * from './sizes.ts';

/** A record's id on the wire: UUID in its canonical lower-case text form. */
export const Id = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
/** An instant on the wire: ISO 8601 in UTC. */
export const Instant = z.iso.datetime();
/** A whole, non-negative number of bytes. */
export const ByteCount = z.number().int().nonnegative();
/** Yuan on the wire: at most 3 decimals, never negative. */
export const YuanAmount = z
  .number()
  .nonnegative()
  .max(1e12)
  .refine((n) => Math.round(n * 1000) / 1000 === n, '金额最多 3 位小数');
/** One line of text a person typed: trimmed, without control characters, at most `max` characters. */
export const Line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u);
