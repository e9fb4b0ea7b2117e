import { z } from 'zod';
import { isHost, isHostAndPort } from './hosts.ts';
import { parseUrl } from './newer-built-ins.ts';
import { Email } from './shapes.ts';
import { type SettingName, type SettingRow, settingProblem, settingsTable, type TextFormat } from './settings-table.ts';
import { hasHidden, HIDDEN_PROBLEM, Id } from './units.ts';

/** Texts longer than this are written on several lines. */
const LINE_LENGTH = 500;

/** Whether a setting is a text of several lines. */
export const hasLines = (row: SettingRow): boolean => row.kind === 'text' && row.maxLength > LINE_LENGTH;

/** Entries of a setting that holds one a line: trimmed, without empty ones and without any twice. */
export const entriesOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

const isUrl = (text: string): boolean => {
  const url = /^https?:\/\//i.test(text) ? parseUrl(text) : null;
  return url !== null && url.username === '' && url.password === '';
};

/** Names alone: an offset means one thing to JavaScript and the opposite to PostgreSQL. */
const isTimezone = (text: string): boolean => {
  try {
    return /^[a-z]/i.test(text) && new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

const isId = (text: string): boolean => Id.safeParse(text).success;

/** What stands between addresses on chains. */
const BETWEEN = /[\s,;，；]+/;

/** The shape of an address on a chain, alone or behind its chain's name; the server checks it to the last letter. */
const isOnChain = (text: string): boolean =>
  /^(?:(?:trc20|erc20|bep20|polygon)[:=])?(?:T[1-9A-HJ-NP-Za-km-z]{33}|0x[0-9a-fA-F]{40})$/.test(text);

/** Of every format: whether a text has it, and what is said when not. */
const formats: Readonly<Record<TextFormat, readonly [holds: (text: string) => boolean, problem: string]>> = {
  host: [(text) => isHost(text) || z.ipv6().safeParse(text).success, '应为域名，不含 http:// 和路径'],
  hostAndPort: [isHostAndPort, '应为域名，不含 http:// 和路径'],
  base: [(text) => isUrl(text) || isHostAndPort(text), '应为域名或以 http:// 或 https:// 开头的地址'],
  url: [isUrl, '应为以 http:// 或 https:// 开头的地址'],
  email: [(text) => Email.safeParse(text).success, '应为邮箱'],
  account: [isId, '应为用户 ID'],
  accounts: [(text) => entriesOf(text).every(isId), '应为用户 ID，每行一个'],
  channelCode: [(text) => /^[A-Za-z0-9_-]{1,40}$/.test(text), '只能是字母、数字、下划线或短横线'],
  timezone: [isTimezone, '应为时区，例如 Asia/Shanghai'],
  receiving: [(text) => text.split(BETWEEN).every(isOnChain), '应为 T 或 0x 开头的地址，多个用空格分开'],
  endpoints: [(text) => text.trim().split(/\s+/).every(isUrl), '应为以 https:// 开头的地址，多个用空格分开'],
  pem: [(text) => /^-----BEGIN CERTIFICATE-----\s[\s\S]*-----END CERTIFICATE-----$/.test(text), '应为 PEM 格式的证书'],
};

/** Why a one-line text cannot be saved for characters that it does not show; secrets may have them. */
const unseenProblem = ({ kind }: SettingRow, text: string): string | undefined => {
  if (/\p{Cc}/u.test(text)) return '不能包含换行或控制字符';
  return kind === 'text' && hasHidden(text) ? HIDDEN_PROBLEM : undefined;
};

const textProblem = (row: Extract<SettingRow, { maxLength: number }>, text: string): string | undefined => {
  if (row.needed && text === '') return `${row.label}不能为空`;
  if (row.choices && !Object.hasOwn(row.choices, text)) return `${row.label}不是可选的值`;
  // Which of the instances there are can be chosen is known to the server alone.
  if (row.serves && !/^[a-z0-9_]{0,40}$/.test(text)) return `${row.label}不是可选的值`;
  const unseen = hasLines(row) ? undefined : unseenProblem(row, text);
  if (unseen !== undefined) return `${row.label}${unseen}`;
  if (row.format === undefined || text === '') return undefined;
  const [holds, problem] = formats[row.format];
  return holds(text) ? undefined : `${row.label}${problem}`;
};

/** Decimals of most numbers: whole millionths are kept, and a page shows no more. */
const DECIMALS = 6;

/** More decimals would be lost: another number would be kept than was saved. */
const numberProblem = (row: SettingRow, value: number): string | undefined => {
  const decimals = ('decimals' in row && row.decimals) || DECIMALS;
  const parts = value * 10 ** decimals;
  return Math.abs(parts - Math.round(parts)) < 1e-3 ? undefined : `${row.label}最多 ${decimals} 位小数`;
};

/** A value as it is saved: texts in NFC without blanks around them, secrets as they were typed. */
export const tidied = (name: SettingName, value: unknown): unknown =>
  typeof value === 'string' && settingsTable[name].kind === 'text' ? value.trim().normalize('NFC') : value;

/**
 * Why a value cannot be saved, in Chinese, or undefined when it can. Asks more than `settingProblem`: what is stored
 * already is never measured by it, so that a stricter program keeps the values it finds.
 */
export const newSettingProblem = (name: SettingName, value: unknown): string | undefined => {
  const row: SettingRow = settingsTable[name];
  const problem = settingProblem(name, value);
  if (problem === undefined && typeof value === 'number') return numberProblem(row, value);
  if (problem !== undefined || !('maxLength' in row)) return problem;
  return textProblem(row, String(value));
};
