import type { Found } from './reading.ts';

/** What transfers of one chain are compared by. */
export type Comparable = Pick<Found, 'txid' | 'logIndex' | 'sender' | 'units'>;

const kindOf = ({ txid, sender, units }: Comparable): string => `${txid} ${sender} ${units}`;

/**
 * Pairs transfers that are the same money: at the same place first, then the n-th equal one with the n-th, because
 * endpoints count places of a block differently. Transfers that have no pair are left out.
 */
export const pairSame = <Known extends Comparable, Shown extends Comparable>(
  known: readonly Known[],
  shown: readonly Shown[],
): ReadonlyMap<Shown, Known> => {
  const pairs = new Map<Shown, Known>();
  const [open, left] = [Map.groupBy(known, kindOf), Map.groupBy(shown, kindOf)];
  for (const [kind, equal] of left) {
    const free = new Set(open.get(kind));
    const take = (each: Shown, one: Known | undefined): void => {
      if (!one) return;
      pairs.set(each, one);
      free.delete(one);
    };
    for (const each of equal)
      take(
        each,
        [...free].find(({ logIndex }) => logIndex === each.logIndex),
      );
    for (const each of equal) if (!pairs.has(each)) take(each, free.values().next().value);
  }
  return pairs;
};

/** What two endpoints show of one place, the same money once: as the later one shows it. */
export const joinShown = (before: readonly Found[], later: readonly Found[]): readonly Found[] => {
  const same = new Set(pairSame(before, later).values());
  return [...before.filter((each) => !same.has(each)), ...later];
};
