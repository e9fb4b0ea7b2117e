import { isIP } from 'node:net';
import type { Entries } from './entries.ts';

/** How one client family writes rules: its keyword for each way to match, and what separates fields. */
interface RuleSyntax {
  readonly domain: string;
  readonly suffix: string;
  readonly keyword: string;
  readonly network: string;
  readonly network6: string;
  readonly separator: string;
}

const CLASSICAL: RuleSyntax = {
  domain: 'DOMAIN',
  suffix: 'DOMAIN-SUFFIX',
  keyword: 'DOMAIN-KEYWORD',
  network: 'IP-CIDR',
  network6: 'IP-CIDR6',
  separator: ',',
};

const QUANTUMULT: RuleSyntax = {
  domain: 'host',
  suffix: 'host-suffix',
  keyword: 'host-keyword',
  network: 'ip-cidr',
  network6: 'ip6-cidr',
  separator: ', ',
};

/** Networks never ask for a name: it would be resolved beside the lines, only to be compared. */
const linesOf = (syntax: RuleSyntax, { domains, suffixes, keywords, networks }: Entries, policy: string | null) => {
  const line = (keyword: string, value: string, ...options: string[]): string =>
    [keyword, value, ...(policy === null ? [] : [policy]), ...options].join(syntax.separator);
  return [
    ...domains.map((d) => line(syntax.domain, d)),
    ...suffixes.map((s) => line(syntax.suffix, s)),
    ...keywords.map((k) => line(syntax.keyword, k)),
    ...networks.map((n) => line(n.includes(':') ? syntax.network6 : syntax.network, n, 'no-resolve')),
  ];
};

/** Names by their last label and then by their letters: beside its like a name is compressed best. */
const byLikeness = (names: readonly string[]): string[] => {
  const key = (name: string): string => `${name.slice(name.lastIndexOf('.') + 1)} ${name}`;
  return names.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
};

/**
 * A list whose suffixes are in the order in which a whole document is shortest; which of them stands first makes no
 * difference.
 */
export const ordered = <T extends Pick<Entries, 'suffixes'>>(list: T): T => ({
  ...list,
  suffixes: byLikeness(list.suffixes),
});

/** Rules of a list as Clash, Surge, Surfboard and Loon write them; without a policy (null) as in files of rules. */
export const classicalLines = (list: Entries, policy: string | null): string[] => linesOf(CLASSICAL, list, policy);

/** Rules of a list as Quantumult and Quantumult X write them. */
export const quantumultLines = (list: Entries, policy: string): string[] => linesOf(QUANTUMULT, list, policy);

/** What matches one of the product's own hosts; nothing for an empty one. */
export const selfMatches = (host: string): Entries => {
  const version = isIP(host);
  const networks = version === 0 ? [] : [`${host}/${version === 4 ? 32 : 128}`];
  return { domains: host === '' || version !== 0 ? [] : [host], suffixes: [], keywords: [], networks };
};
