import type { AuditKind } from '@skyport/contract/audit-kinds';
import { CouponType } from '@skyport/contract/coupons';
import { resolutions, type Resolution } from '@skyport/contract/money';
import { z } from 'zod';
import { faceValue, WORTH_FIELDS } from '../coupons/index.ts';
import type { AuditEntry } from '../platform/audit-rules.ts';
import { comboLine, type ComboLine } from './digest-combos.ts';

/** What the digest needs of an entry of the audit. */
export type DigestEntry = Pick<AuditEntry, 'actor' | 'kind' | 'object' | 'before' | 'after' | 'detail'>;

/** What staff decide about money that is nobody's, and about claims that wait for them. */
export type MoneyDecision = Resolution | 'settled' | 'dismissed';

/** A field that says what a coupon or an account is worth, before and after: as the audit holds it. */
export interface WorthChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** What a change adds to a coupon's face value, in its type's unit; `endless` when it has no total any more. */
export interface Raised {
  readonly type: CouponType;
  readonly sum: bigint;
  readonly endless: boolean;
}

/**
 * One line of the digest. `actor` is an account's id, null for a command on the server. `sum` is the face value of all
 * uses in bytes (`freeUse`), days (`freeTime`), milli-yuan (`cash`) or ten-thousandths of whole orders (`discount`);
 * coupons without a total are left out of it and counted in `endless`.
 */
export type DigestLine = { readonly actor: string | null } & (
  | {
      readonly what: 'couponsMade';
      readonly type: CouponType;
      readonly name: string;
      readonly count: number;
      readonly sum: bigint;
      readonly endless: number;
    }
  | {
      readonly what: 'couponChanged';
      readonly changes: readonly WorthChange[];
      readonly raised?: Raised;
      /** Id of whoever had decided its worth before, where that was somebody else. */
      readonly from?: string;
    }
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
  | ComboLine
  | { readonly what: 'reportDecided'; readonly action: 'bill' | 'dismiss'; readonly reason: string }
  | {
      readonly what: 'useReturned';
      readonly bytes: number;
      readonly days: readonly string[];
      readonly reason: string;
    }
  | {
      readonly what: 'receiptNoted';
      /** Milli-yuan. */
      readonly amount: number;
      readonly reference: string;
      readonly reason: string;
    }
  | {
      readonly what: 'moneyDecided';
      /** Where money that was nobody's went, or what became of a provider's word that waited. */
      readonly to: MoneyDecision;
      /** Thousandths of the currency. */
      readonly amount: number;
      readonly currency: string;
      readonly reference: string;
      readonly reason: string;
    }
  | { readonly what: 'journalAccepted'; readonly reason: string }
  | { readonly what: 'unreadable'; readonly kind: AuditKind; readonly count: number }
);

const Made = z.object({
  name: z.string(),
  type: CouponType,
  traffic: z.number().int(),
  vip_days: z.number().int(),
  money: z.number().int(),
  discount_bp: z.number().int().default(10_000),
  total: z.number().int(),
});

const Changed = z.record(z.string(), z.unknown());

/** As the audit holds it; entries of an earlier version have neither. */
const Valued = z.object({
  face_value: z.object({ type: CouponType, sum: z.string().regex(/^\d{1,30}$/), endless: z.boolean() }).optional(),
  worth_by: z.string().nullish(),
});

/** Another type gives all of its face value anew. */
const raisedOf = (before: object, after: object): Raised | undefined => {
  const [from, to] = [Valued.parse(before).face_value, Valued.parse(after).face_value];
  if (!from || !to) return undefined;
  const less = from.type === to.type ? BigInt(from.sum) : 0n;
  const raised = { type: to.type, sum: BigInt(to.sum) - less, endless: to.endless && !from.endless };
  if (raised.endless) return { ...raised, sum: 0n };
  return raised.sum > 0n && !from.endless ? raised : undefined;
};

const changesOf = (
  fields: readonly string[],
  { before, after }: Pick<DigestEntry, 'before' | 'after'>,
): WorthChange[] => {
  const [from, to] = [Changed.parse(before), Changed.parse(after)];
  return fields.filter((field) => field in to).map((field) => ({ field, from: from[field], to: to[field] }));
};

type Describe = (entry: DigestEntry) => DigestLine | undefined;

const couponLine: Describe = ({ actor, before, after }) => {
  // A coupon that was deleted gives nothing any more.
  if (after === null) return undefined;
  if (before === null) {
    const made = Made.parse(after);
    const { type, sum, endless } = faceValue(made);
    return { actor, what: 'couponsMade', type, name: made.name, count: 1, sum, endless: endless ? 1 : 0 };
  }
  const changes = changesOf(WORTH_FIELDS, { before, after });
  if (changes.length === 0) return undefined;
  const raised = raisedOf(Changed.parse(before), Changed.parse(after));
  const from = Valued.parse(before).worth_by;
  return { actor, what: 'couponChanged', changes, ...(raised && { raised }), ...(from && { from }) };
};

const Adjusted = z.object({
  reason: z.string().default(''),
  money: z.number().int().default(0),
  traffic: z.number().int().default(0),
  vip: z.tuple([z.string().nullable(), z.string().nullable()]).optional(),
});

/** Fields of an account that make its use cheaper, or its traffic more day by day. */
const FREE = ['scale_ppm', 'daily_unlimited', 'daily_unlimited_gb', 'normal_permission'] as const;

const accountLine: Describe = ({ actor, object, before, after, detail }) => {
  const { vip, ...adjusted } = Adjusted.parse(detail);
  const changes = before === null || after === null ? [] : changesOf(FREE, { before, after });
  const isNothing = adjusted.money === 0 && adjusted.traffic === 0 && vip === undefined && changes.length === 0;
  if (isNothing) return undefined;
  return { actor, what: 'accountAdjusted', account: object, ...adjusted, ...(vip && { vip }), changes };
};

const Decided = z.object({ action: z.enum(['bill', 'dismiss']), reason: z.string() });
const reportLine: Describe = ({ actor, detail }) => ({ actor, what: 'reportDecided', ...Decided.parse(detail) });

const Returned = z.object({ spent: z.number().int(), days: z.array(z.string()), reason: z.string() });
const returnLine: Describe = ({ actor, detail }) => {
  const { spent, days, reason } = Returned.parse(detail);
  return { actor, what: 'useReturned', bytes: spent, days, reason };
};

const Accepted = z.object({ reason: z.string() });
const journalLine: Describe = ({ actor, detail }) => ({ actor, what: 'journalAccepted', ...Accepted.parse(detail) });

const Received = z.object({ amount: z.number().int(), reference: z.string(), reason: z.string() });
const receiptLine: Describe = ({ actor, detail }) => ({ actor, what: 'receiptNoted', ...Received.parse(detail) });

const Stray = z.object({ amount: z.number().int(), currency: z.string(), reference: z.string() });
const Resolved = z.object({ action: z.enum(resolutions), reason: z.string() });
const strayLine: Describe = ({ actor, before, detail }) => {
  const { action, reason } = Resolved.parse(detail);
  return { actor, what: 'moneyDecided', to: action, ...Stray.parse(before), reason };
};

const Claimed = Stray.extend({ state: z.string() });
const Dismissed = z.object({ reason: z.string().default('') }).nullish();
const claimLine: Describe = ({ actor, after, detail }) => {
  const { state, ...money } = Claimed.parse(after);
  // A claim that waits on has moved nothing.
  if (state !== 'settled' && state !== 'dismissed') return undefined;
  return { actor, what: 'moneyDecided', to: state, ...money, reason: Dismissed.parse(detail)?.reason ?? '' };
};

const soldLine: Describe = (entry) => {
  const line = comboLine(entry);
  return line && { actor: entry.actor, ...line };
};

/** Of every kind of thing that staff change: what the digest says of it; null for what neither mints nor adjusts. */
const describers: Readonly<Record<AuditKind, Describe | null>> = {
  coupon: couponLine,
  account: accountLine,
  report: reportLine,
  nodeUse: returnLine,
  books: journalLine,
  combo: soldLine,
  order: receiptLine,
  unclaimed: strayLine,
  claim: claimLine,
  permission: null,
  payInstance: null,
  node: null,
  nodePushes: null,
  entry: null,
  line: null,
  lineTraffic: null,
  enrolment: null,
  install: null,
  alarm: null,
  rules: null,
  secondStep: null,
  errorLog: null,
  job: null,
  settings: null,
  channel: null,
  export: null,
  moneyRequest: null,
};

/** Kinds of which the digest tells. */
export const digestKinds: readonly string[] = Object.entries(describers).flatMap(([kind, describe]) =>
  describe ? [kind] : [],
);

/**
 * What the digest says of one entry; undefined for one that neither mints nor adjusts. An entry of another form than
 * its kind's is `unreadable`: it must not keep the others from being told.
 */
export const lineOf = (entry: DigestEntry): DigestLine | undefined => {
  const kind = entry.kind as AuditKind;
  try {
    return describers[kind]?.(entry);
  } catch (problem) {
    if (problem instanceof z.ZodError) return { actor: entry.actor, what: 'unreadable', kind, count: 1 };
    throw problem;
  }
};
