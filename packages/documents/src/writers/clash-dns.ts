import { housePatterns, LAN_SUFFIXES, longestNames, PRIVATE_ZONES } from '../rules/dns-plan.ts';
import type { Asked, DnsPlan } from '../rules/dns-plan.ts';
import { farAddress } from '../rules/dns-servers.ts';
import type { ThroughLines } from '../rules/dns-servers.ts';
import { atHome, trueNamesOf } from '../rules/true-names.ts';
import type { TrueName } from '../rules/true-names.ts';
import type { Branch, Tree } from '../text/tree.ts';
import type { ClashDialect } from './clash-proxy.ts';

/** `*` is one label: plain host names. */
const LAN_PATTERNS = [...LAN_SUFFIXES.map((suffix) => `+.${suffix}`), '*'];

const ZONE_PATTERNS = PRIVATE_ZONES.map((zone) => `+.${zone}`);

const patternsOf = (names: readonly TrueName[]): string[] => names.map(({ pattern }) => pattern);

const homeOf = ({ home }: DnsPlan): readonly string[] => home.secure ?? home.plain;

/** Patterns that one server is asked for. */
const policyOf = (patterns: readonly string[], server: Tree): Record<string, Tree> =>
  Object.fromEntries(patterns.map((pattern) => [pattern, server]));

/**
 * A server that is asked through a group, as mihomo writes it. Behind `#` a `&` would begin an option; a group that has
 * one in its name is found by the rules instead.
 */
const through = (server: string, { group }: ThroughLines): string =>
  `${server}#${/[&=]/.test(group.name) ? 'RULES' : encodeURIComponent(group.name)}`;

/** Servers by who is asked. What is refused needs none. */
const mihomoServers = (plan: DnsPlan): Record<Asked, readonly string[]> => {
  const { far, homeLine } = plan;
  const line = [through(farAddress(plan), far)];
  const back = homeLine ? [through(homeLine.address, homeLine)] : line;
  return { home: homeOf(plan), line, homeLine: back, house: ['system'], refused: line };
};

/** Patterns in few keys: mihomo takes them apart at the commas. YAML knows no key of more than 1024 characters. */
const inKeys = (patterns: readonly string[]): string[] => {
  const keys: string[] = [];
  for (const pattern of patterns) {
    const last = keys.at(-1);
    if (last !== undefined && last.length + pattern.length < 1000) keys[keys.length - 1] = `${last},${pattern}`;
    else keys.push(pattern);
  }
  return keys;
};

const inKeysOf = (patterns: readonly string[], server: Tree): Record<string, Tree> =>
  policyOf(inKeys(patterns), server);

const isAsked = ({ rules }: DnsPlan, who: Asked): boolean => rules.some(({ asked }) => asked === who);

/**
 * Names that go through lines by another server than the rest, and those that they have below them and are asked of
 * somebody else: a policy counts for what goes direct, too.
 */
const ofLines = (plan: DnsPlan, servers: Record<Asked, readonly string[]>): Branch => {
  const others = (['line', 'homeLine'] as const).filter((asked) => asked !== plan.rest && isAsked(plan, asked));
  if (others.length === 0) return {};
  const isOther = (who: Asked): boolean => others.some((asked) => asked === who);
  const names = longestNames(plan).filter(({ asked, above }) => isOther(asked) || isOther(above));
  const patterns = (who: Asked): string[] => names.filter(({ asked }) => asked === who).map(({ pattern }) => pattern);
  return Object.assign(
    {},
    ...(['home', 'line', 'homeLine'] as const).map((who) => inKeysOf(patterns(who), servers[who])),
  );
};

/** A fetched list, and who is asked for its names. */
export interface Fetched {
  readonly provider: string;
  readonly asked: Asked;
}

/**
 * mihomo asks `direct-nameserver` for what goes direct and `proxy-server-nameserver` for the names of lines, so that
 * `nameserver` is for UDP through a line and for names whose true address is given out. Keys of its pages on DNS.
 */
const mihomoDns = (plan: DnsPlan, trueNames: readonly TrueName[], fetched: Fetched | null): Branch => {
  const servers = mihomoServers(plan);
  const { home, rest } = plan;
  const trueAtHome = trueNames.filter(({ asked }) => asked === 'home');
  return {
    nameserver: servers[rest],
    'nameserver-policy': {
      ...policyOf(LAN_PATTERNS, 'system'),
      ...inKeysOf([...ZONE_PATTERNS, ...housePatterns(plan)], 'system'),
      ...policyOf(plan.always.own, servers.home),
      ...(rest === 'home' ? {} : inKeysOf(patternsOf(trueAtHome), servers.home)),
      ...ofLines(plan, servers),
      // Behind the other names: the first entry that matches counts.
      ...(fetched?.asked === 'homeLine' && { [`rule-set:${fetched.provider}`]: servers.homeLine }),
    },
    'direct-nameserver': servers.home,
    'direct-nameserver-follow-policy': true,
    // Names of lines are asked directly, because no line can be used before its name is known.
    'proxy-server-nameserver': home.secure === null ? home.plain : [...home.secure.slice(0, 1), home.plain[0]],
  };
};

/** The name servers of a document of Clash, mihomo or Stash. */
export const clashDns = (dialect: ClashDialect, plan: DnsPlan, fetched: Fetched | null = null): Branch => {
  const trueNames = trueNamesOf(plan);
  // Whoever can ask nobody through a line gives out the addresses of what goes direct only.
  const shown = dialect === 'mihomo' ? trueNames : atHome(trueNames);
  const shared = {
    'default-nameserver': plan.home.plain,
    'fake-ip-filter': [...LAN_PATTERNS, ...housePatterns(plan), ...patternsOf(shown)],
  };
  // Stash always makes up addresses, asks for the names of lines like for all others, and no server through a line.
  if (dialect === 'stash') {
    const ofHouse = policyOf([...LAN_PATTERNS, ...ZONE_PATTERNS, ...housePatterns(plan)], 'system');
    return { ...shared, nameserver: homeOf(plan), 'nameserver-policy': ofHouse };
  }
  const fakeIp = { enable: true, ipv6: false, 'enhanced-mode': 'fake-ip', 'fake-ip-range': '198.18.0.1/16' };
  if (dialect === 'mihomo') return { ...fakeIp, ...shared, ...mihomoDns(plan, trueNames, fetched) };
  // The old Clash can ask no server through a line either, and has no word for the system's. It hands names to lines as
  // they are for TCP, and resolves them for UDP.
  return { ...fakeIp, ...shared, nameserver: homeOf(plan) };
};
