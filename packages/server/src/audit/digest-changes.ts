import { z } from 'zod';
import type { AuditEntry } from '../platform/audit-rules.ts';

/** A field that says what a coupon or an account is worth, before and after: as the audit holds it. */
export interface WorthChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** Fields of an entry as the audit holds them. */
export const Changed = z.record(z.string(), z.unknown());

/** Which of the fields an entry changes, and how; those of something new have no value before. */
export const changesOf = (
  fields: readonly string[],
  { before, after }: Pick<AuditEntry, 'before' | 'after'>,
): WorthChange[] => {
  const [from, to] = [Changed.parse(before ?? {}), Changed.parse(after)];
  return fields.filter((field) => field in to).map((field) => ({ field, from: from[field], to: to[field] }));
};
