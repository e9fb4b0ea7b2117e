import { isIP, isIPv4 } from 'node:net';
import { ensure, flagOf } from './found.ts';
import { grammars } from './ini-keys.ts';
import type { IniDialect } from './ini-keys.ts';

/** An address of a name server as the dialects take it: `system`, an IP address, or IPv4 with a port. */
const isNameServer = (text: string): boolean => {
  if (text === 'system' || isIP(text) !== 0) return true;
  const [, address = '', port = ''] = /^(.+):(\d+)$/.exec(text) ?? [];
  return isIPv4(address) && Number(port) <= 65_535;
};

const isEach = (text: string, is: (item: string) => boolean): boolean =>
  text !== '' && text.split(',').every((item) => is(item.trim()));

const isDoh = (text: string): boolean => URL.parse(text)?.protocol === 'https:';

/** What a value must be; keys that are not here only need one. */
const VALUES: Readonly<Record<string, (text: string, dialect: IniDialect) => boolean>> = {
  'dns-server': (text) => isEach(text, isNameServer),
  'doh-server': (text) => isEach(text, isDoh),
  'encrypted-dns-server': (text) => isEach(text, (item) => isDoh(item) || /^(?:h3|quic|tls):\/\//.test(item)),
  'proxy-test-url': (text) => text.startsWith('http://') && URL.canParse(text),
  'internet-test-url': (text) => text.startsWith('http://') && URL.canParse(text),
  'test-timeout': (text) => /^[1-9]\d*$/.test(text),
  'skip-proxy': (text) => isEach(text, (item) => /^[a-z0-9.*:/-]+$/i.test(item)),
  loglevel: (text) => ['verbose', 'info', 'notify', 'warning'].includes(text),
};

/** Checks a row of `[General]` and keeps it. Throws with the line number for unknown keys and wrong values. */
export const checkGeneral = (
  dialect: IniDialect,
  general: Map<string, string>,
  [key, value]: readonly [key: string, value: string],
  at: number,
): void => {
  ensure(grammars[dialect].general.has(key), at, `key ${key} is not documented`);
  ensure(!general.has(key), at, `key ${key} stands twice`);
  const isRight = VALUES[key] ?? ((text: string) => text !== '');
  ensure(isRight(value, dialect), at, `value of ${key}: ${value}`);
  if (key === 'ipv6') flagOf(value, at);
  general.set(key, value);
};
