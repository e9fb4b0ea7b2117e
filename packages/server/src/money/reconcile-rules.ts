import type { DifferenceKind } from '@skyport/contract/reconcile';
import type { StoredMoney } from '../orders/index.ts';
import { thousandthsOf } from '../platform/charges.ts';
import { LIST_EDGE_MS, listDayOf } from '../platform/list-days.ts';
import type { ListedMoney } from '../platform/payment-providers.ts';

/** How one money in a provider's list and ours differ. */
export interface FoundDifference {
  readonly kind: DifferenceKind;
  readonly reference: string;
  readonly key: string;
  readonly tradeNumber: string;
  readonly theirs: number | null;
  readonly ours: number | null;
  readonly currency: string;
  readonly at: Date | null;
}

/** What is compared of a day. */
export interface Compared {
  /** The provider's list of the day. */
  readonly listed: readonly ListedMoney[];
  /** What it lists of the day before: money at midnight stands in either. */
  readonly before: readonly ListedMoney[];
  /** Everything of ours by a number in the list, whenever it came, and what came in the day's window. */
  readonly own: readonly StoredMoney[];
  readonly keyOf: (reference: string) => string;
  /** Whether money of ours was to be in the list; of a provider that is asked, of which trades it spoke. */
  readonly isExpected: (money: StoredMoney) => boolean;
}

/** When money came that stands in a day's list for sure, or in that of the day before. */
export const windowOf = (day: string): { readonly from: Date; readonly to: Date } => {
  const { begin, end } = listDayOf(day);
  return { from: new Date(begin - LIST_EDGE_MS), to: new Date(end - LIST_EDGE_MS) };
};

const nameOf = (kind: ListedMoney['kind'], key: string): string => `${kind} ${key}`;

/** What our money is in the currency of theirs; null where it is in another one. */
const inCurrency = (currency: string, { charge, ...own }: StoredMoney): number | null => {
  if (charge?.currency === currency) return thousandthsOf(charge);
  return own.currency === currency ? own.amount : null;
};

/** A receipt names no trade of the provider's, and a chain knows none. */
const isSameTrade = (theirs: ListedMoney, own: StoredMoney): boolean =>
  own.tradeNumber === '' || theirs.tradeNumber === '' || theirs.tradeNumber === own.tradeNumber;

const isSame = (theirs: ListedMoney, own: StoredMoney): boolean =>
  theirs.amount === inCurrency(theirs.currency, own) && isSameTrade(theirs, own);

/** What is missing where only the provider has it. */
const ABSENT: Readonly<Record<ListedMoney['kind'], DifferenceKind>> = {
  paid: 'missing',
  refunded: 'refund',
  disputed: 'dispute',
};

const listedDifference = (theirs: ListedMoney, key: string, own: StoredMoney | undefined): FoundDifference[] => {
  if (own && (theirs.kind !== 'paid' || isSame(theirs, own))) return [];
  return [
    {
      kind: own ? 'mismatched' : ABSENT[theirs.kind],
      reference: theirs.reference,
      key,
      tradeNumber: theirs.tradeNumber,
      theirs: theirs.amount,
      ours: own ? inCurrency(theirs.currency, own) : null,
      currency: theirs.currency,
      at: theirs.at ?? null,
    },
  ];
};

/**
 * How a provider's list of a day and ours differ: what only it has, what only we have, and what is not the same. A
 * refund or a dispute that is known needs no amount: it is the provider's own word already.
 */
export const compare = ({ listed, before, own, keyOf, isExpected }: Compared): readonly FoundDifference[] => {
  const mine = new Map(own.map((each) => [nameOf(each.kind, each.key), each]));
  const theirs = new Set([...listed, ...before].map(({ kind, reference }) => nameOf(kind, keyOf(reference))));
  const extra = own.filter((each) => each.kind === 'paid' && !theirs.has(nameOf('paid', each.key)) && isExpected(each));
  return [
    ...listed.flatMap((each) => {
      const key = keyOf(each.reference);
      return listedDifference(each, key, mine.get(nameOf(each.kind, key)));
    }),
    ...extra.map(({ reference, key, tradeNumber, amount, currency, at }): FoundDifference => ({
      kind: 'extra',
      reference,
      key,
      tradeNumber,
      theirs: null,
      ours: amount,
      currency,
      at,
    })),
  ];
};
