import { mintCaps, type CouponType } from '@skyport/contract/coupons';
import { boughtPerYuan, type ComboSums } from './digest-combos.ts';
import { worthOfPrize } from './digest-prizes.ts';
import { lineOf, type DigestEntry, type DigestLine, type Raised } from './digest-rules.ts';

/** Coupons, their face value (or what was added to it) in the type's unit, and how many have no total. */
export interface CouponSum {
  readonly count: number;
  readonly sum: bigint;
  readonly endless: number;
}
type CouponSums = ReadonlyMap<CouponType, CouponSum>;

/** Sums over everything that a digest tells of, named or not. */
export interface DigestTotals {
  readonly made: CouponSums;
  readonly raised: CouponSums;
  /** Accounts that were adjusted, and the sums of what they were given and lost, in milli-yuan and bytes. */
  readonly accounts: { readonly count: number; readonly money: bigint; readonly traffic: bigint };
  /** Channels of which staff decided what they earn. */
  readonly rebates: number;
  readonly combos: ComboSums;
  /** Prizes that were made or made better. */
  readonly prizes: number;
  readonly returned: { readonly count: number; readonly bytes: bigint };
  /** Gifts from tickets. */
  readonly given: { readonly count: number; readonly bytes: bigint };
  /** Money that staff wrote down as received, in milli-yuan. */
  readonly receipts: { readonly count: number; readonly money: bigint };
  /** Money that was nobody's, and claims, about which staff decided. */
  readonly decided: number;
  /** Money that staff made withdrawable, in milli-yuan. */
  readonly marked: { readonly count: number; readonly money: bigint };
  /** Flags of orders that staff ended. */
  readonly flags: number;
  readonly reports: number;
  readonly journals: number;
  readonly changes: number;
  readonly unreadable: number;
}

/** What a digest tells: how many lines there are, those of them that can be named, and the sums of all. */
export interface Digest {
  readonly count: number;
  readonly lines: readonly DigestLine[];
  readonly totals: DigestTotals;
}

/** Lines of one rank that are kept at most; the sums count the others. A mail names no more. */
export const LINES_KEPT = 40;

type What = DigestLine['what'];

/** What mints comes first: no number of harmless changes may push it out of the lines that are named. */
const ranks: Readonly<Record<What, number>> = {
  couponsMade: 0,
  comboMade: 1,
  comboCheaper: 1,
  prizeMade: 1,
  prizeBetter: 1,
  useReturned: 2,
  accountAdjusted: 2,
  rebateSet: 2,
  trafficGiven: 2,
  receiptNoted: 2,
  moneyDecided: 2,
  walletMarked: 2,
  flagEnded: 2,
  reportDecided: 3,
  journalAccepted: 3,
  unreadable: 4,
  couponChanged: 5,
};
/** Another end of validity gives less than another worth. */
const LAST_RANK = 6;

const rankOf = (line: DigestLine): number => {
  if (line.what !== 'couponChanged') return ranks[line.what];
  // What raises a coupon mints as much as what makes one.
  if (line.raised) return ranks.couponsMade;
  return line.changes.every(({ field }) => field === 'expires_at') ? LAST_RANK : ranks.couponChanged;
};

/** One use at its cap, in each type's own unit: so many of them compare bytes with days and money. */
const MILLI = 1000;
const UNITS: Readonly<Record<CouponType, number>> = {
  freeUse: mintCaps.traffic,
  freeTime: mintCaps.vipDay,
  cash: mintCaps.forMoney * MILLI,
  discount: mintCaps.orders * 10_000,
};

/** Compares lines of one rank only; never NaN. */
const weightOf = (line: DigestLine): number => {
  if (line.what === 'comboMade' || line.what === 'comboCheaper') return boughtPerYuan(line.to);
  if (line.what === 'prizeMade' || line.what === 'prizeBetter') return worthOfPrize(line.to);
  if (line.what !== 'couponChanged' || !line.raised) return 0;
  return line.raised.endless ? Infinity : Number(line.raised.sum) / UNITS[line.raised.type];
};

/** Keeps a line while there is room; then whatever weighs more takes the place of what weighs least. */
const keep = (kept: DigestLine[], line: DigestLine): void => {
  if (kept.length < LINES_KEPT) return void kept.push(line);
  const least = kept.reduce((found, one, at) => (weightOf(one) < weightOf(kept[found]!) ? at : found), 0);
  if (weightOf(line) <= weightOf(kept[least]!)) return;
  kept.splice(least, 1);
  kept.push(line);
};

const addSum = (sums: Map<CouponType, CouponSum>, type: CouponType, more: CouponSum): void => {
  const { count, sum, endless } = sums.get(type) ?? { count: 0, sum: 0n, endless: 0 };
  sums.set(type, { count: count + more.count, sum: sum + more.sum, endless: endless + more.endless });
};

const raisedSum = ({ sum, endless }: Raised): CouponSum => ({ count: 1, sum, endless: endless ? 1 : 0 });

/** Lines with the same key are one; undefined for a line that stands alone. */
const keyOf = (line: DigestLine): string | undefined => {
  if (line.what === 'couponsMade') return `${line.type} ${line.actor}`;
  return line.what === 'unreadable' ? `unreadable ${line.kind} ${line.actor}` : undefined;
};

const mergeLines = (known: DigestLine, line: DigestLine): DigestLine => {
  if (known.what === 'couponsMade' && line.what === 'couponsMade')
    return {
      ...known,
      count: known.count + line.count,
      sum: known.sum + line.sum,
      endless: known.endless + line.endless,
    };
  if (known.what === 'unreadable' && line.what === 'unreadable') return { ...known, count: known.count + line.count };
  return known;
};

/** What lines that stand alone add up to. */
interface Sums {
  /** Bytes of use that were returned. */
  returned: bigint;
  /** Bytes that were given from tickets. */
  given: bigint;
  /** Adjustments of accounts. */
  money: bigint;
  traffic: bigint;
  /** Money received. */
  received: bigint;
  /** Money made withdrawable. */
  marked: bigint;
  /** Lowest price of a product that was made or made cheaper. */
  lowest: number;
}

const addToSums = (sums: Sums, line: DigestLine): void => {
  if (line.what === 'comboMade' || line.what === 'comboCheaper') sums.lowest = Math.min(sums.lowest, line.to.price);
  if (line.what === 'useReturned') sums.returned += BigInt(line.bytes);
  if (line.what === 'trafficGiven') sums.given += BigInt(line.bytes);
  if (line.what === 'receiptNoted') sums.received += BigInt(line.amount);
  if (line.what === 'walletMarked') sums.marked += BigInt(line.amount);
  if (line.what !== 'accountAdjusted') return;
  sums.money += BigInt(line.money);
  sums.traffic += BigInt(line.traffic);
};

const totalsOf = (
  mergedLines: Iterable<DigestLine>,
  counts: ReadonlyMap<What, number>,
  { returned, given, money, traffic, received, marked, lowest, raised }: Sums & { readonly raised: CouponSums },
): DigestTotals => {
  const made = new Map<CouponType, CouponSum>();
  for (const line of mergedLines) if (line.what === 'couponsMade') addSum(made, line.type, line);
  const of = (what: What): number => counts.get(what) ?? 0;
  return {
    made,
    raised,
    accounts: { count: of('accountAdjusted'), money, traffic },
    rebates: of('rebateSet'),
    combos: { count: of('comboMade') + of('comboCheaper'), lowest },
    prizes: of('prizeMade') + of('prizeBetter'),
    returned: { count: of('useReturned'), bytes: returned },
    given: { count: of('trafficGiven'), bytes: given },
    receipts: { count: of('receiptNoted'), money: received },
    decided: of('moneyDecided'),
    marked: { count: of('walletMarked'), money: marked },
    flags: of('flagEnded'),
    reports: of('reportDecided'),
    journals: of('journalAccepted'),
    changes: of('couponChanged'),
    unreadable: of('unreadable'),
  };
};

/** Groups weigh nothing and come first of their rank. */
const groupOf = (line: DigestLine): number => (line.what === 'couponsMade' ? 0 : 1);

/** The smaller first. Compared, not subtracted: more than one coupon may weigh infinitely much. */
const ascending = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

/** By rank, groups first, then what weighs most; equal lines stay in the order in which it was done. */
const byRank = (a: DigestLine, b: DigestLine): number =>
  ascending(rankOf(a), rankOf(b)) || ascending(groupOf(a), groupOf(b)) || ascending(weightOf(b), weightOf(a));

/**
 * Builds a digest of entries that are added page by page. What mints comes first (coupons made, then those that
 * were raised, by how much, then products by what a yuan buys), then what was decided, then changes; within these the
 * order in which it was done. Coupons that one person made of one type are one line, and so are entries of one kind
 * that cannot be read. Memory is bounded by `LINES_KEPT`, not by the number of entries.
 */
export const createDigestBuilder = (): { add(entries: readonly DigestEntry[]): void; build(): Digest } => {
  const groups = new Map<string, DigestLine>();
  const single: DigestLine[][] = [];
  const counts = new Map<What, number>();
  const raised = new Map<CouponType, CouponSum>();
  const sums: Sums = { returned: 0n, given: 0n, money: 0n, traffic: 0n, received: 0n, marked: 0n, lowest: Infinity };
  let singles = 0;
  const addLine = (line: DigestLine): void => {
    counts.set(line.what, (counts.get(line.what) ?? 0) + 1);
    const key = keyOf(line);
    if (key !== undefined) {
      const known = groups.get(key);
      groups.set(key, known ? mergeLines(known, line) : line);
      return;
    }
    singles += 1;
    addToSums(sums, line);
    if (line.what === 'couponChanged' && line.raised) addSum(raised, line.raised.type, raisedSum(line.raised));
    keep((single[rankOf(line)] ??= []), line);
  };
  return {
    add: (entries) => {
      for (const entry of entries) {
        const line = lineOf(entry);
        if (line) addLine(line);
      }
    },
    build: () => ({
      count: groups.size + singles,
      lines: [...groups.values(), ...single.flat()].toSorted(byRank),
      totals: totalsOf(groups.values(), counts, { ...sums, raised }),
    }),
  };
};
