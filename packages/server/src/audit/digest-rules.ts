import type { AuditKind } from '@skyport/contract/audit-kinds';
import { CouponType } from '@skyport/contract/coupons';
import { resolutions, type Resolution } from '@skyport/contract/money';
import { z } from 'zod';
import { faceValue, WORTH_FIELDS } from '../coupons/index.ts';
import type { AuditEntry } from '../platform/audit-rules.ts';
import { accountLine, rebateLine, type AccountLine } from './digest-accounts.ts';
import { Changed, changesOf, type WorthChange } from './digest-changes.ts';
import { comboLine, type ComboLine } from './digest-combos.ts';
import { prizeLine, type PrizeLine } from './digest-prizes.ts';

/** What the digest needs of an entry of the audit. */
export type DigestEntry = Pick<AuditEntry, 'actor' | 'kind' | 'object' | 'before' | 'after' | 'detail'>;

/** What staff decide about money that is nobody's, and about claims that wait for them. */
export type MoneyDecision = Resolution | 'settled' | 'dismissed';

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
  | AccountLine
  | ComboLine
  | PrizeLine
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
  | { readonly what: 'trafficGiven'; readonly bytes: number; readonly reason: string }
  | {
      readonly what: 'walletMarked';
      /** Id of the account. */
      readonly account: string;
      /** Milli-yuan that can be withdrawn now and could not before. */
      readonly amount: number;
      readonly reason: string;
    }
  | {
      readonly what: 'flagEnded';
      /** Name of the order's product. */
      readonly order: string;
      readonly reason: string;
      /** What was taken back: bytes, milliseconds of membership, milli-yuan. Absent where nothing was. */
      readonly taken?: z.output<typeof Taken>;
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

type Describe = (entry: DigestEntry) => DigestLine | undefined;

/** A line that another file of the digest describes, with whoever did it. */
const withActor =
  (describe: (entry: DigestEntry) => AccountLine | ComboLine | PrizeLine | undefined): Describe =>
  (entry) => {
    const line = describe(entry);
    return line && { actor: entry.actor, ...line };
  };

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

const Marked = z.object({ marked: z.number().int(), reason: z.string() });
const markLine: Describe = ({ actor, object, detail }) => {
  const { marked, reason } = Marked.parse(detail);
  return { actor, what: 'walletMarked', account: object, amount: marked, reason };
};

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

const Given = z.object({ traffic: z.number().int(), reason: z.string() });
const ticketLine: Describe = ({ actor, detail }) => {
  // Answers and ends of tickets give nothing.
  if (!('traffic' in detail)) return undefined;
  const { traffic: bytes, reason } = Given.parse(detail);
  return { actor, what: 'trafficGiven', bytes, reason };
};

const Taken = z.object({ traffic: z.number(), vip_ms: z.number(), rebate: z.number(), credited: z.number() });
const Ended = z.object({ order: z.string(), reason: z.string() });
const flagLine: Describe = ({ actor, before, after, detail }) => {
  // An order that is only flagged has lost nothing yet.
  if (before === null) return undefined;
  const taken = Taken.safeParse(after).data;
  return { actor, what: 'flagEnded', ...Ended.parse(detail), ...(taken && { taken }) };
};

const differenceLine: Describe = ({ actor, after, detail }) => {
  // One that was explained has moved nothing.
  if (Claimed.partial().parse(after).state !== 'settled') return undefined;
  return { actor, what: 'moneyDecided', to: 'settled', ...Stray.parse(detail), reason: '' };
};

/** Of every kind of thing that staff change: what the digest says of it; null for what neither mints nor adjusts. */
const describers: Readonly<Record<AuditKind, Describe | null>> = {
  coupon: couponLine,
  account: withActor(accountLine),
  report: reportLine,
  nodeUse: returnLine,
  books: journalLine,
  channel: withActor(rebateLine),
  combo: withActor(comboLine),
  prize: withActor(prizeLine),
  order: receiptLine,
  orderFlag: flagLine,
  unclaimed: strayLine,
  claim: claimLine,
  ticket: ticketLine,
  cannedAnswer: null,
  wallet: markLine,
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
  backup: null,
  settings: null,
  export: null,
  moneyRequest: null,
  withdrawal: null,
  difference: differenceLine,
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
