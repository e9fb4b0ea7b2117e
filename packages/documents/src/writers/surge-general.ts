import type { Writing } from '../format.ts';
import { housePatterns, LAN_SUFFIXES } from '../rules/dns-plan.ts';
import type { DnsPlan } from '../rules/dns-plan.ts';
import { atHome, trueNamesOf } from '../rules/true-names.ts';
import { dialsIpv6 } from './ipv6.ts';

/** Surfboard reads Surge's language without some of its keys, and has defaults of its own. */
export type IniDialect = 'surge' | 'surfboard';

/** Both clients want plain HTTP to measure with; only the newest Surge takes HTTPS. */
export const PROBE = 'http://www.gstatic.com/generate_204';

/** Networks of the house, which never enter a client. */
const SKIPPED = '127.0.0.1, 192.168.0.0/16, 10.0.0.0/8, 172.16.0.0/12, 100.64.0.0/10, localhost, *.local';

/** A name with everything below it takes two patterns. */
const iniPatterns = (pattern: string): string[] => {
  const name = pattern.replace(/^\+\./, '');
  return name === pattern ? [name] : [name, `*.${name}`];
};

/**
 * Surge asks servers of `encrypted-dns-server` for everything, Surfboard those of `doh-server`. True addresses are
 * given out of what goes direct only, because nobody is asked for them through a line.
 */
export const general = (
  dialect: IniDialect,
  { switches, lines }: Pick<Writing, 'switches' | 'lines'>,
  dns: DnsPlan,
): string[] => {
  const { plain, secure } = dns.home;
  const trueNames = atHome(trueNamesOf(dns)).flatMap(({ pattern }) => iniPatterns(pattern));
  const secureKey = dialect === 'surge' ? 'encrypted-dns-server' : 'doh-server';
  return [
    ...(dialect === 'surge' ? ['loglevel = notify'] : []),
    `ipv6 = ${dialsIpv6(lines)}`,
    `dns-server = ${plain.join(', ')}`,
    ...(secure === null ? [] : [`${secureKey} = ${secure.join(', ')}`]),
    ...(trueNames.length === 0 ? [] : [`always-real-ip = ${trueNames.join(', ')}`]),
    `skip-proxy = ${SKIPPED}`,
    ...(dialect === 'surge' ? ['exclude-simple-hostnames = true'] : []),
    `proxy-test-url = ${PROBE}`,
    `internet-test-url = ${switches.inForeign ? PROBE : 'http://www.gstatic.cn/generate_204'}`,
    'test-timeout = 5',
  ];
};

const ofSystem = (pattern: string): string => `${pattern} = server:system`;

/** Names of the house are the system's; Surge has a rule of its own for `.local`. */
export const hosts = (dns: DnsPlan): string[] => [
  ...LAN_SUFFIXES.filter((suffix) => suffix !== 'local').map((suffix) => ofSystem(`*.${suffix}`)),
  ...housePatterns(dns).flatMap((pattern) => iniPatterns(pattern).map(ofSystem)),
];
