import { isIPv4, isIPv6 } from 'node:net';
import { ensure, fieldsOf, nth, pairsOf, refuse, unquoted } from './found.ts';
import { grammars } from './ini-keys.ts';
import type { IniDialect } from './ini-keys.ts';

/** A rule; `value` is empty for FINAL. `remote` marks a list that the client fetches itself. */
export interface IniRule {
  readonly at: number;
  readonly type: string;
  readonly value: string;
  readonly policy: string;
  readonly options: readonly string[];
  readonly remote: boolean;
}

const DOMAIN = /^(?=.{1,253}$)[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

const isNetwork = (text: string, is: (address: string) => boolean, bits: number): boolean => {
  const [, address = '', prefix = ''] = /^(.+)\/(\d{1,3})$/.exec(text) ?? [];
  return is(address) && Number(prefix) <= bits;
};

/** An address on the web. */
const isWebAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

/** What a value must be, by the type of the rule; types that are not here only need one. */
const VALUES: Readonly<Record<string, (text: string) => boolean>> = {
  DOMAIN: (text) => DOMAIN.test(text),
  'DOMAIN-SUFFIX': (text) => DOMAIN.test(text),
  'DOMAIN-KEYWORD': (text) => /^[a-z0-9._-]+$/.test(text),
  'IP-CIDR': (text) => isNetwork(text, isIPv4, 32),
  'IP-CIDR6': (text) => isNetwork(text, isIPv6, 128),
  GEOIP: (text) => /^[A-Z]{2}$/.test(text),
  'IP-ASN': (text) => /^\d+$/.test(text),
  'DOMAIN-SET': isWebAddress,
  'RULE-SET': isWebAddress,
};

/** Sets that Surge brings itself. */
const SURGE_SETS = ['SYSTEM', 'LAN'];

const NETWORK_TYPES = ['IP-CIDR', 'IP-CIDR6', 'GEOIP', 'IP-ASN', 'RULE-SET'];

const checkOptions = (dialect: IniDialect, type: string, rest: readonly string[], at: number): void => {
  for (const option of rest) {
    ensure(grammars[dialect].ruleOptions.includes(option), at, `option ${option}`);
    ensure(option !== 'no-resolve' || NETWORK_TYPES.includes(type), at, `no-resolve at a rule of type ${type}`);
    ensure(option !== 'dns-failed' || type === 'FINAL', at, 'dns-failed away from FINAL');
  }
};

/** A row of Loon's list of remote rules: an address, then `policy=`, `tag=` and `enabled=`. */
const readRemote = (row: string, at: number): IniRule => {
  const [url = '', ...rest] = fieldsOf(row, ',', at);
  ensure(isWebAddress(url), at, `no address: ${url}`);
  const values = pairsOf(rest, new Set(['policy', 'tag', 'enabled', 'parser-enabled']), at);
  const policy = values.get('policy') || refuse(at, 'no policy');
  return { at, type: 'RULE-SET', value: url, policy, options: [], remote: true };
};

/** Reads a row of `[Rule]`, or of Loon's `[Remote Rule]`. Throws with the line number. */
export const readRule = (dialect: IniDialect, section: string, row: string, at: number): IniRule => {
  if (section === 'Remote Rule') return readRemote(row, at);
  const fields = fieldsOf(row, ',', at).map((field) => unquoted(field, at));
  const type = nth(fields)(0);
  ensure(grammars[dialect].rules.includes(type), at, `rule type ${type}`);
  const before = type === 'FINAL' ? 1 : 2;
  const value = before === 1 ? '' : nth(fields)(1);
  const isBuiltinSet = dialect === 'surge' && type === 'RULE-SET' && SURGE_SETS.includes(value);
  const isRight = VALUES[type] ?? ((text: string) => text !== '');
  ensure(type === 'FINAL' || isBuiltinSet || isRight(value), at, `value ${value} of ${type}`);
  const options = fields.slice(before + 1);
  checkOptions(dialect, type, options, at);
  return { at, type, value, policy: nth(fields)(before), options, remote: false };
};
