import type { CouponType } from '@skyport/contract/coupons';
import { lineOf, type DigestEntry, type DigestLine } from './digest-rules.ts';

/** Sums over everything that a digest tells of, named or not. */
export interface DigestTotals {
  /** Coupons made, their face value in the type's unit, and how many have no total. */
  readonly made: ReadonlyMap<CouponType, { readonly count: number; readonly sum: bigint; readonly endless: number }>;
  /** Accounts that were adjusted, and the sums of what they were given and lost, in milli-yuan and bytes. */
  readonly accounts: { readonly count: number; readonly money: bigint; readonly traffic: bigint };
  readonly returned: { readonly count: number; readonly bytes: bigint };
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
  useReturned: 1,
  accountAdjusted: 1,
  reportDecided: 2,
  journalAccepted: 2,
  unreadable: 3,
  couponChanged: 4,
};
/** Another end of validity gives less than another worth. */
const LAST_RANK = 5;

const rankOf = (line: DigestLine): number =>
  line.what === 'couponChanged' && line.changes.every(({ field }) => field === 'expires_at')
    ? LAST_RANK
    : ranks[line.what];

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
  /** Adjustments of accounts. */
  money: bigint;
  traffic: bigint;
}

const addToSums = (sums: Sums, line: DigestLine): void => {
  if (line.what === 'useReturned') sums.returned += BigInt(line.bytes);
  if (line.what !== 'accountAdjusted') return;
  sums.money += BigInt(line.money);
  sums.traffic += BigInt(line.traffic);
};

const totalsOf = (
  mergedLines: Iterable<DigestLine>,
  counts: ReadonlyMap<What, number>,
  { returned, money, traffic }: Sums,
): DigestTotals => {
  const made = new Map<CouponType, { count: number; sum: bigint; endless: number }>();
  for (const line of mergedLines) {
    if (line.what !== 'couponsMade') continue;
    const { count, sum, endless } = made.get(line.type) ?? { count: 0, sum: 0n, endless: 0 };
    made.set(line.type, { count: count + line.count, sum: sum + line.sum, endless: endless + line.endless });
  }
  const of = (what: What): number => counts.get(what) ?? 0;
  return {
    made,
    accounts: { count: of('accountAdjusted'), money, traffic },
    returned: { count: of('useReturned'), bytes: returned },
    reports: of('reportDecided'),
    journals: of('journalAccepted'),
    changes: of('couponChanged'),
    unreadable: of('unreadable'),
  };
};

/**
 * Builds a digest of entries that are added page by page. What mints comes first, then what was decided, then changes;
 * within these the order in which it was done. Coupons that one person made of one type are one line, and so are
 * entries of one kind that cannot be read. Memory is bounded by `LINES_KEPT`, not by the number of entries.
 */
export const createDigestBuilder = (): { add(entries: readonly DigestEntry[]): void; build(): Digest } => {
  const groups = new Map<string, DigestLine>();
  const single: DigestLine[][] = [];
  const counts = new Map<What, number>();
  const sums: Sums = { returned: 0n, money: 0n, traffic: 0n };
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
    const kept = (single[rankOf(line)] ??= []);
    if (kept.length < LINES_KEPT) kept.push(line);
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
      lines: [...groups.values(), ...single.flat()].toSorted((a, b) => rankOf(a) - rankOf(b)),
      totals: totalsOf(groups.values(), counts, sums),
    }),
  };
};
