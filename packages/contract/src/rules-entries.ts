import { cleanName } from './names.ts';
import { parseUrl } from './newer-built-ins.ts';
import type { RuleList, RuleSet } from './rules.ts';
import { hasHidden } from './units.ts';

/** Ways in which a list matches. */
export const entryKinds = ['suffixes', 'domains', 'keywords', 'networks'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** How each of them is called, on the page and in complaints. */
export const entryKindNames: Record<EntryKind, string> = {
  suffixes: '域名后缀',
  domains: '完整域名',
  keywords: '域名关键词',
  networks: '网段',
};

const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const HOST = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`);
const KEYWORD = /^[a-z0-9._-]{2,63}$/;
const NUMERIC_END = /(?:^|\.)\d+$/;
// oxlint-disable-next-line no-control-regex -- ASCII is meant
const BEYOND_ASCII = /[^\u0000-\u007f]/;

/** What people write beside a host name, and what is said to them. */
const HOST_SLIPS: readonly (readonly [RegExp, string])[] = [
  [/[/:]/, '只写域名，不要写 http://、端口或路径'],
  [/\*/, '不要写 *，域名后缀已包含所有子域名'],
  [/^[.+]/, '开头不要有点'],
  [BEYOND_ASCII, '请写成 xn-- 开头的形式'],
  [/[A-Z]/, '请用小写'],
  [NUMERIC_END, 'IP 地址请写在网段里'],
];

const hostProblem = (text: string): string | null =>
  HOST_SLIPS.find(([slip]) => slip.test(text))?.[1] ?? (HOST.test(text) ? null : '不是有效的域名');

const keywordProblem = (text: string): string | null =>
  KEYWORD.test(text) ? null : '关键词为 2 至 63 个小写字母、数字、点或连字符';

/** The 4 bytes of an IPv4 address; undefined when it is none. */
const bytesOfV4 = (text: string): number[] | undefined => {
  const parts = text.split('.');
  const good = parts.length === 4 && parts.every((p) => /^(?:0|[1-9]\d{0,2})$/.test(p) && Number(p) <= 255);
  return good ? parts.map(Number) : undefined;
};

/** The 16 bytes of an IPv6 address in hexadecimal groups; undefined when it is none. */
const bytesOfV6 = (text: string): number[] | undefined => {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail];
  if (!groups.every((g) => /^[0-9a-f]{1,4}$/.test(g))) return undefined;
  return groups.map((g) => Number.parseInt(g, 16)).flatMap((n) => [n >> 8, n & 255]);
};

/** Whether no bit is set behind the first `prefix` ones. */
const endsInZeros = (bytes: readonly number[], prefix: number): boolean =>
  bytes.every((byte, i) => (byte & (255 >> Math.min(8, Math.max(0, prefix - i * 8)))) === 0);

const networkProblem = (text: string): string | null => {
  const [, address = '', length = ''] = /^([0-9a-f.:]+)\/(\d{1,3})$/.exec(text) ?? [];
  const bytes = address.includes(':') ? bytesOfV6(address) : bytesOfV4(address);
  const prefix = Number(length);
  if (!bytes || prefix > bytes.length * 8) return '不是有效的网段，例如 203.0.113.0/24';
  if (/^0\d/.test(length)) return '不是有效的网段，例如 203.0.113.0/24';
  return endsInZeros(bytes, prefix) ? null : `/${prefix} 之后的位必须为 0`;
};

const PROBLEM_OF: Record<EntryKind, (text: string) => string | null> = {
  suffixes: hostProblem,
  domains: hostProblem,
  keywords: keywordProblem,
  networks: networkProblem,
};

/** What is wrong with one entry of a list, in Chinese; null when nothing is. */
export const entryProblem = (kind: EntryKind, text: string): string | null => PROBLEM_OF[kind](text);

const toAscii = (host: string): string =>
  BEYOND_ASCII.test(host) ? (parseUrl(`http://${host}`)?.hostname ?? host) : host;

const normalizeEntry = (kind: EntryKind, written: string): string => {
  const text = written.trim().toLowerCase();
  if (kind === 'networks')
    return /^[\d.]+$/.test(text) ? `${text}/32` : /^[\da-f:]+$/.test(text) ? `${text}/128` : text;
  return kind === 'keywords' ? text : toAscii(text.replace(/^\+?\./, ''));
};

/**
 * Entries as they are stored: lower case, other scripts as punycode, without a leading dot, a single address as a
 * network, each once, no empty ones. What cannot be made good stays, for `entryProblem` to name.
 */
export const normalizeEntries = (kind: EntryKind, entries: readonly string[]): string[] => [
  ...new Set(entries.map((entry) => normalizeEntry(kind, entry)).filter((entry) => entry !== '')),
];

/**
 * A title in NFC without characters that clients cannot show. `checkRules` refuses hidden characters, and titles of
 * which nothing would be left: both stay.
 */
const normalizeTitle = (title: string): string => {
  const text = title.normalize('NFC');
  return hasHidden(text) ? text : cleanName(text) || text;
};

const normalizeList = (list: RuleList): RuleList => ({
  ...list,
  zh: normalizeTitle(list.zh),
  suffixes: normalizeEntries('suffixes', list.suffixes),
  domains: normalizeEntries('domains', list.domains),
  keywords: normalizeEntries('keywords', list.keywords),
  networks: normalizeEntries('networks', list.networks),
});

/** A rule set with its names and entries as they are stored. */
export const normalizeRules = (rules: RuleSet): RuleSet => ({
  ...rules,
  groups: rules.groups.map((group) => ({ ...group, zh: normalizeTitle(group.zh), en: normalizeTitle(group.en) })),
  lists: rules.lists.map(normalizeList),
});
