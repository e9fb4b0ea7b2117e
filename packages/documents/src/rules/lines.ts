import { isIP } from 'node:net';
import type { RuleList } from '@skyport/contract/rules';

/** What a list holds, without its name and fate. */
type Matches = Pick<RuleList, 'suffixes' | 'domains' | 'keywords' | 'networks'>;

/** Words of one language of rules for the ways to match, and how a line is put together. */
interface RuleWords {
  readonly domain: string;
  readonly suffix: string;
  readonly keyword: string;
  readonly network: string;
  readonly network6: string;
  readonly separator: string;
}

const CLASSICAL: RuleWords = {
  domain: 'DOMAIN',
  suffix: 'DOMAIN-SUFFIX',
  keyword: 'DOMAIN-KEYWORD',
  network: 'IP-CIDR',
  network6: 'IP-CIDR6',
  separator: ',',
};

const QUANTUMULT: RuleWords = {
  domain: 'host',
  suffix: 'host-suffix',
  keyword: 'host-keyword',
  network: 'ip-cidr',
  network6: 'ip6-cidr',
  separator: ', ',
};

/** Networks never ask for a name: it would be resolved beside the lines, only to be compared. */
const linesOf = (words: RuleWords, { domains, suffixes, keywords, networks }: Matches, policy: string | null) => {
  const line = (word: string, value: string, ...options: string[]): string =>
    [word, value, ...(policy === null ? [] : [policy]), ...options].join(words.separator);
  return [
    ...domains.map((d) => line(words.domain, d)),
    ...suffixes.map((s) => line(words.suffix, s)),
    ...keywords.map((k) => line(words.keyword, k)),
    ...networks.map((n) => line(n.includes(':') ? words.network6 : words.network, n, 'no-resolve')),
  ];
};

/** Rules of a list as Clash, Surge, Surfboard and Loon write them; without a policy (null) as in files of rules. */
export const classicalLines = (list: Matches, policy: string | null): string[] => linesOf(CLASSICAL, list, policy);

/** Rules of a list as Quantumult and Quantumult X write them. */
export const quantumultLines = (list: Matches, policy: string): string[] => linesOf(QUANTUMULT, list, policy);

/** What matches the host of the subscription, nothing when there is none: rules send it straight out, before all others. */
export const selfMatches = (host: string): Matches => {
  const version = isIP(host);
  const networks = version === 0 ? [] : [`${host}/${version === 4 ? 32 : 128}`];
  return { domains: host === '' || version !== 0 ? [] : [host], suffixes: [], keywords: [], networks };
};
