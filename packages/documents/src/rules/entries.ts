/** What a list matches: names by suffix, whole names, keywords in names, and networks. */
export interface Entries {
  readonly suffixes: readonly string[];
  readonly domains: readonly string[];
  readonly keywords: readonly string[];
  readonly networks: readonly string[];
}

/** Entries that are made kind by kind, in this order. */
export const eachKind = (of: (kind: keyof Entries) => readonly string[]): Entries => ({
  suffixes: of('suffixes'),
  domains: of('domains'),
  keywords: of('keywords'),
  networks: of('networks'),
});

/** How many there are. */
export const sizeOf = ({ suffixes, domains, keywords, networks }: Entries): number =>
  suffixes.length + domains.length + keywords.length + networks.length;

/** Whether there is anything but networks. */
export const hasNames = (entries: Entries): boolean => sizeOf(entries) > entries.networks.length;

/** The entries that are not among some of them. */
export const without = (all: Entries, some: Entries): Entries =>
  eachKind((kind) => {
    const known = new Set(some[kind]);
    return all[kind].filter((entry) => !known.has(entry));
  });

/** A name and every domain above it, the longest first. */
export const withParents = (name: string): string[] => name.split('.').map((_, i, labels) => labels.slice(i).join('.'));

/** Entries of lists that come later and stay where they are. */
interface Later {
  readonly names: Set<string>;
  /** Every domain above these names, and the names themselves. */
  readonly parents: Set<string>;
  readonly keywords: string[];
  hasNetworks: boolean;
}

const overlaps = (name: string, { names, parents, keywords }: Later): boolean =>
  parents.has(name) || withParents(name).some((p) => names.has(p)) || keywords.some((k) => name.includes(k));

const exceptionsOf = (list: Entries, later: Later): Entries => ({
  suffixes: list.suffixes.filter((name) => overlaps(name, later)),
  domains: list.domains.filter((name) => overlaps(name, later)),
  keywords: later.names.size + later.keywords.length > 0 ? list.keywords : [],
  networks: later.hasNetworks ? list.networks : [],
});

const addTo = (later: Later, { suffixes, domains, keywords, networks }: Entries): void => {
  for (const name of [...suffixes, ...domains]) {
    later.names.add(name);
    for (const parent of withParents(name)) later.parents.add(parent);
  }
  later.keywords.push(...keywords);
  later.hasNetworks ||= networks.length > 0;
};

/**
 * What of each list has to stay in its place when some of the lists go behind all others: of those that `moves` only
 * what a later list that stays would match, of the others everything. In the order of the lists.
 */
export const inPlace = <List extends Entries>(
  lists: readonly List[],
  moves: (list: List) => boolean,
): { readonly list: List; readonly kept: Entries }[] => {
  const later: Later = { names: new Set(), parents: new Set(), keywords: [], hasNetworks: false };
  const fromTheEnd = lists.toReversed().map((list) => {
    if (moves(list)) return { list, kept: exceptionsOf(list, later) };
    addTo(later, list);
    return { list, kept: eachKind((kind) => list[kind]) };
  });
  return fromTheEnd.toReversed();
};
