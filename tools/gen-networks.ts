import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Networks that documents carry. Rules of phones pay for each. */
const MOST = 600;
/** Networks shorter or longer than these are not written. */
const SHORTEST = 8;
const LONGEST = 22;
/** Share of foreign addresses that a network may have. */
const FOREIGN = 0.02;
/** A network of a cloud counts as one of this many times its size. */
const CLOUD_WEIGHT = 32;

/** Starts of networks of clouds and content networks, by their owners' pages: first bytes, and how many follow. */
const CLOUDS: readonly (readonly [first: string, count?: number])[] = [
  // Tencent
  ['1.12', 4],
  ['42.192', 4],
  ['43.136', 8],
  ['49.232', 4],
  ['62.234'],
  ['81.68', 4],
  ['82.156', 2],
  ['94.191'],
  ['101.32', 4],
  ['106.52', 4],
  ['109.244'],
  ['111.229', 3],
  ['114.132'],
  ['115.159'],
  ['118.24', 2],
  ['118.89'],
  ['118.126'],
  ['119.27', 3],
  ['119.45'],
  ['119.91'],
  ['121.4', 2],
  ['122.51'],
  ['122.152'],
  ['123.206', 2],
  ['124.220', 4],
  ['129.204'],
  ['129.211'],
  ['129.28'],
  ['132.232'],
  ['134.175'],
  ['139.155'],
  ['139.199'],
  ['140.143'],
  ['146.56'],
  ['148.70'],
  ['150.158'],
  ['152.136'],
  ['154.8'],
  ['159.75'],
  ['162.14'],
  ['175.24'],
  ['175.27'],
  ['175.178'],
  ['182.254'],
  ['188.131'],
  ['193.112'],
  ['203.195'],
  ['211.159'],
  ['212.64'],
  ['212.129'],
  // Alibaba
  ['8.128', 64],
  ['39.96', 16],
  ['42.120', 2],
  ['47.92', 28],
  ['59.110'],
  ['60.205'],
  ['101.37'],
  ['101.132', 2],
  ['101.200', 2],
  ['106.11'],
  ['106.14', 2],
  ['110.75', 2],
  ['112.74'],
  ['112.124', 4],
  ['114.55'],
  ['114.215'],
  ['115.28', 2],
  ['115.124'],
  ['116.62'],
  ['118.31'],
  ['118.178'],
  ['118.190'],
  ['119.23'],
  ['120.24', 4],
  ['120.55'],
  ['120.76', 4],
  ['121.40', 4],
  ['121.89'],
  ['121.196', 4],
  ['123.56', 2],
  ['139.129'],
  ['139.196'],
  ['139.224'],
  ['140.205'],
  ['182.92'],
  ['203.107'],
  ['203.119'],
  ['218.244'],
  ['223.4', 4],
  // Huawei
  ['49.4'],
  ['60.204'],
  ['110.41'],
  ['113.44', 2],
  ['114.115', 2],
  ['116.63'],
  ['116.204', 2],
  ['117.78'],
  ['119.3'],
  ['119.8'],
  ['119.12'],
  ['121.36', 2],
  ['121.91'],
  ['122.9'],
  ['122.112'],
  ['123.60'],
  ['123.249'],
  ['124.70', 2],
  ['139.9'],
  ['139.159'],
  ['159.138'],
  ['1.92', 2],
  // Baidu, JD, UCloud, Kingsoft, ByteDance, Bilibili
  ['106.12', 2],
  ['180.76'],
  ['182.61'],
  ['116.196', 2],
  ['114.67'],
  ['106.75'],
  ['117.50'],
  ['120.132'],
  ['120.92'],
  ['110.43'],
  ['101.126', 2],
  ['115.190'],
  ['118.145'],
  ['180.184'],
  ['122.14'],
  ['123.59'],
];

/** Networks of clouds abroad that the database counts as mainland, such as Amazon's in Hong Kong. */
const ABROAD: typeof CLOUDS = [
  ['16.0', 256],
  ['18.0', 256],
  ['43.148', 44],
  ['43.198', 2],
  ['57.0', 256],
  ['95.0', 256],
];

type Range = readonly [first: number, last: number];

const sized = ([first, last]: Range): number => last - first + 1;

interface Network {
  readonly base: number;
  readonly bits: number;
  readonly size: number;
}

const rangesOf = (starts: typeof CLOUDS): Range[] =>
  starts.map(([first, count = 1]) => {
    const [a = 0, b = 0] = first.split('.').map(Number);
    const start = (a * 256 + b) * 65_536;
    return [start, start + count * 65_536 - 1];
  });

const CLOUD_RANGES = rangesOf(CLOUDS);
const ABROAD_RANGES = rangesOf(ABROAD);

const overlaps = ({ base, bits }: Omit<Network, 'size'>, ranges: readonly Range[]): boolean =>
  ranges.some(([first, last]) => base <= last && first <= base + 2 ** (32 - bits) - 1);

/** Counts the addresses of sorted ranges between two addresses. */
const counter = (ranges: readonly Range[]): ((from: number, to: number) => number) => {
  const before = [0];
  for (const range of ranges) before.push((before.at(-1) ?? 0) + sized(range));
  /** How many ranges begin before an address, and how many of their addresses are before it. */
  const countBelow = (address: number): number => {
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.[0] ?? 0) < address) low = middle + 1;
      else high = middle;
    }
    const over = Math.max(0, (ranges[low - 1]?.[1] ?? -1) - address + 1);
    return (before[low] ?? 0) - over;
  };
  return (from, to) => countBelow(to + 1) - countBelow(from);
};

/** The widest networks with at most a small share of foreign addresses. */
const networksOf = (mainland: readonly Range[], foreign: readonly Range[]): Network[] => {
  const [countHome, countForeign] = [counter(mainland), counter(foreign)];
  const found: Network[] = [];
  const split = (base: number, bits: number): void => {
    const last = base + 2 ** (32 - bits) - 1;
    const size = countHome(base, last);
    if (size === 0 || bits > LONGEST) return;
    const isClear = !overlaps({ base, bits }, ABROAD_RANGES);
    if (isClear && bits >= SHORTEST && countForeign(base, last) <= FOREIGN * size) {
      found.push({ base, bits, size });
      return;
    }
    split(base, bits + 1);
    split(base + 2 ** (31 - bits), bits + 1);
  };
  split(0, 0);
  return found;
};

const addressOf = (base: number): string => [24, 16, 8, 0].map((shift) => (base >>> shift) & 255).join('.');

const weightOf = (network: Network): number => network.size * (overlaps(network, CLOUD_RANGES) ? CLOUD_WEIGHT : 1);

/** The networks that documents carry, made from the rows of a database of countries by address. */
export const mainlandNetworksOf = (rows: string): { readonly networks: string[]; readonly share: number } => {
  const mainland: Range[] = [];
  const foreign: Range[] = [];
  for (const row of rows.split('\n')) {
    const [first = '', last = '', country = ''] = row.trim().split(',');
    if (country !== '') (country === 'CN' ? mainland : foreign).push([Number(first), Number(last)]);
  }
  const chosen = networksOf(mainland, foreign)
    .toSorted((a, b) => weightOf(b) - weightOf(a))
    .slice(0, MOST);
  const all = mainland.reduce((sum, range) => sum + sized(range), 0);
  const share = chosen.reduce((sum, { size }) => sum + size, 0) / all;
  const networks = chosen.toSorted((a, b) => a.base - b.base).map(({ base, bits }) => `${addressOf(base)}/${bits}`);
  return { networks, share };
};

const PACKAGE = '@ip-location-db/geo-whois-asn-country';
export const NETWORKS_FILE = join(import.meta.dirname, '../packages/documents/src/rules/mainland-networks.ts');

/** The database of countries by address, from the package that pins it. */
export const countryRows = (): string =>
  readFileSync(createRequire(import.meta.url).resolve(`${PACKAGE}/geo-whois-asn-country-ipv4-num.csv`), 'utf8');

const rowsOf = (words: readonly string[]): string => {
  const rows = [' '];
  for (const word of words) {
    if (`${rows.at(-1)} ${word}`.length > 118) rows.push(' ');
    rows[rows.length - 1] += ` ${word}`;
  }
  return rows.join('\n');
};

/** The module with the networks. */
export const networksModule = (networks: readonly string[]): string =>
  `import { splitWords } from './make-list.ts';

/**
 * Mainland networks, written by tools/gen-networks.ts from the package ${PACKAGE} (CC0).
 * Networks of clouds come before larger ones.
 */
export const mainlandNetworks: readonly string[] = splitWords(\`
${rowsOf(networks)}
\`);
`;

if (import.meta.main) {
  const { networks, share } = mainlandNetworksOf(countryRows());
  writeFileSync(NETWORKS_FILE, networksModule(networks));
  process.stdout.write(`${networks.length} networks, ${(100 * share).toFixed(1)} % of the mainland's addresses\n`);
}
