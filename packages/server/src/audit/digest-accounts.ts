import { z } from 'zod';
import type { AuditEntry } from '../platform/audit-rules.ts';
import { changesOf, type WorthChange } from './digest-changes.ts';

/** What the digest tells of an account: what it was given or lost, or what its rebates are. */
export type AccountLine =
  | {
      readonly what: 'accountAdjusted';
      /** Id of the account. */
      readonly account: string;
      /** Milli-yuan and bytes, signed. */
      readonly money: number;
      readonly traffic: number;
      /** Ends of membership before and after; absent where they stay. */
      readonly vip?: readonly [from: string | null, to: string | null];
      readonly changes: readonly WorthChange[];
      /** Empty where no amount was changed. */
      readonly reason: string;
    }
  | {
      readonly what: 'rebateSet';
      /** Id of the channel's account. */
      readonly account: string;
      readonly changes: readonly WorthChange[];
    };

const Adjusted = z.object({
  reason: z.string().default(''),
  money: z.number().int().default(0),
  traffic: z.number().int().default(0),
  vip: z.tuple([z.string().nullable(), z.string().nullable()]).optional(),
});

/**
 * Fields of an account that make its use cheaper, its traffic more day by day, open lines that others pay for, or let
 * whoever brought it earn rebates without an end.
 */
const FREE = [
  'scale_ppm',
  'daily_unlimited',
  'daily_unlimited_gb',
  'normal_permission',
  'permissions',
  'force_reward',
] as const;

type Entry = Pick<AuditEntry, 'object' | 'before' | 'after' | 'detail'>;

/** The line of an edit of an account; undefined for one that gives and takes nothing. */
export const accountLine = ({ object, before, after, detail }: Entry): AccountLine | undefined => {
  const { vip, ...adjusted } = Adjusted.parse(detail);
  const changes = before === null || after === null ? [] : changesOf(FREE, { before, after });
  const isNothing = adjusted.money === 0 && adjusted.traffic === 0 && vip === undefined && changes.length === 0;
  if (isNothing) return undefined;
  return { what: 'accountAdjusted', account: object, ...adjusted, ...(vip && { vip }), changes };
};

/** What a channel earns, and for how long. */
const REBATE = ['reward_bp', 'consumer_days'] as const;

/** The line of a channel that staff made, or whose rebates they changed; undefined for another name or code. */
export const rebateLine = ({ object, before, after }: Entry): AccountLine | undefined => {
  const changes = after === null ? [] : changesOf(REBATE, { before, after });
  return changes.length > 0 ? { what: 'rebateSet', account: object, changes } : undefined;
};
