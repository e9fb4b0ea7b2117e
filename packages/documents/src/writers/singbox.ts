import { speaksAll } from '../capability.ts';
import { JSON_TYPE } from '../format.ts';
import type { Format, Writing } from '../format.ts';
import { askedOfPolicy } from '../rules/dns-plan.ts';
import type { DnsPlan } from '../rules/dns-plan.ts';
import { hasNames } from '../rules/entries.ts';
import { longListsOf, withRefused } from '../rules/long-lists.ts';
import type { LongLists } from '../rules/long-lists.ts';
import { lookedUpOf } from '../rules/looked-up.ts';
import { PROBE_URL } from '../rules/plan.ts';
import type { Group, Member, Plan, PlannedList, Policy } from '../rules/plan.ts';
import { QUIC_PORT, quicPlanOf } from '../rules/quic.ts';
import type { Part } from '../template.ts';
import { json } from '../text/json.ts';
import type { Branch, Tree } from '../text/tree.ts';
import type { SingboxTier } from '../user-agent.ts';
import { houseRules, lanRules, LOOK_UP, namesOf, singboxDns } from './singbox-dns.ts';
import { lineOutbound } from './singbox-outbound.ts';

/** What a sing-box document is made from. */
type Input = Pick<Writing, 'lines' | 'plan' | 'listFolder'> & {
  readonly tier: SingboxTier;
  readonly long: LongLists;
};

/**
 * Groups that refuse are left out, because no tier has an outbound for that in common: refusing is an action of a rule.
 */
const memberTags = (members: readonly Member[], { groups }: Plan): string[] =>
  members.flatMap((m) => {
    if ('line' in m) return [m.line];
    if ('builtin' in m) return m.builtin === 'direct' ? ['direct'] : [];
    return groups.some(({ id, refuses }) => id === m.group && refuses) ? [] : [m.name];
  });

/**
 * Milliseconds by which another line must be quicker; a fallback changes only when its line fails. sing-box knows no
 * group that spreads sites.
 */
const TOLERANCE = { 'url-test': 50, fallback: 10_000, 'load-balance': 50 } as const;

const groupOutbound = (group: Group, plan: Plan): Branch => {
  const tags = memberTags(group.members, plan);
  if (group.type === 'select') return { type: 'selector', tag: group.name, outbounds: tags, default: tags[0] };
  const tolerance = TOLERANCE[group.type];
  return {
    type: 'urltest',
    tag: group.name,
    outbounds: tags,
    url: group.probe ?? PROBE_URL,
    interval: '5m',
    tolerance,
  };
};

/** Outbounds that cores before 1.11 need where later ones have actions. */
const oldOutbounds: readonly Tree[] = [
  { type: 'block', tag: 'block' },
  { type: 'dns', tag: 'dns-out' },
];

const outbounds = ({ lines, tier, plan }: Input): Tree[] => [
  ...plan.groups.filter(({ refuses }) => !refuses).map((group) => groupOutbound(group, plan)),
  ...lines.map(lineOutbound),
  { type: 'direct', tag: 'direct' },
  ...(tier === 8 ? oldOutbounds : []),
];

/** A list as rule sets. DNS rules must not match networks, so names and networks are separate sets. */
const setsOf = (list: PlannedList, tier: SingboxTier): { readonly tag: string; readonly match: Branch }[] => [
  ...(hasNames(list) ? [{ tag: list.id, match: namesOf(list, tier) }] : []),
  ...(list.networks.length > 0 ? [{ tag: `${list.id}-ip`, match: { ip_cidr: list.networks } }] : []),
];

/** How rules name lists: by rule sets, or with all that is in them where inline rule sets are not known. */
const matchList = (list: PlannedList, tier: SingboxTier): Branch => {
  const sets = setsOf(list, tier);
  if (tier > 8) return { rule_set: sets.map(({ tag }) => tag) };
  return Object.assign({}, ...sets.map(({ match }) => match)) as Branch;
};

const refused = ({ policy }: PlannedList): boolean =>
  'group' in policy ? policy.group.refuses : policy.builtin === 'reject';

const wayOf = (policy: Policy): Branch => ({ outbound: 'group' in policy ? policy.group.name : 'direct' });

/** Name of the set of a long list. Its own names are in an inline set. */
const fileTag = (id: string): string => `${id}-file`;

const refusal = (tier: SingboxTier): Branch => (tier === 8 ? { outbound: 'block' } : { action: 'reject' });

const IS_QUIC: Branch = { network: 'udp', port: QUIC_PORT };

/** A rule that matches nothing is an error to sing-box. */
const listRule = (list: PlannedList, tier: SingboxTier): Branch[] => {
  const match = matchList(list, tier);
  if (setsOf(list, tier).length === 0) return [];
  if (refused(list)) return [{ ...match, ...refusal(tier) }];
  const way = wayOf(list.policy);
  if (!list.isOwn || tier === 8) return [{ ...match, ...way }];
  // A resolver at home can give a wrong address. The outbound resolves the name itself.
  const named = list.domains.map((host) => ({ domain: [host], ...way, override_address: host }));
  return [...named, ...(list.networks.length > 0 ? [{ ip_cidr: list.networks, ...way }] : [])];
};

/** The lists, and what is direct or refused beside them. Rule sets are named twice, names written once. */
const listRules = ({ plan, lines, tier, long }: Input): Branch[] => {
  const { before, refusesRest, after } = quicPlanOf(plan, lines, tier > 8);
  return [
    ...withRefused(before, long, {
      write: (list) => [
        ...(list.refusesQuic ? [{ ...IS_QUIC, ...matchList(list, tier), ...refusal(tier) }] : []),
        ...listRule(list, tier),
      ],
      writeLong: ({ id }) => [{ rule_set: [fileTag(id)], ...refusal(tier) }],
    }),
    { protocol: ['bittorrent'], outbound: 'direct' },
    ...(refusesRest ? [{ ...IS_QUIC, ...refusal(tier) }] : []),
    ...after.flatMap((list) => listRule(list, tier)),
    ...long.others.map((list) => ({
      rule_set: [fileTag(list.id)],
      ...(refused(list) ? refusal(tier) : wayOf(list.policy)),
    })),
  ];
};

/** The client that fetches rule sets since 1.14, directly: the host has just answered there. */
const FETCHER = 'lists';

/**
 * Sets that the client fetches once a day. Without a copy sing-box does not start before it has fetched them, so that
 * they stand only where an operator has switched a list from outside on.
 */
const remoteSets = ({ long, listFolder, tier }: Input): Tree[] =>
  [...long.refused, ...long.others].map(({ id }) => ({
    type: 'remote',
    tag: fileTag(id),
    format: 'source',
    url: `${listFolder}/${id}.set`,
    ...(tier >= 14 ? { http_client: FETCHER } : { download_detour: 'direct' }),
    update_interval: '1d',
  }));

/** Mainland networks, for names that no list has. Cores before 1.11 can ask for no name in between. */
const lookedUpRules = ({ plan, tier }: Input): Tree[] => {
  const list = lookedUpOf(plan);
  if (list === null || tier === 8) return [];
  return [LOOK_UP, ...listRule({ ...list, suffixes: [], domains: [], keywords: [] }, tier)];
};

/** All rule sets but those of long files are inline. */
const route = (input: Input, dns: DnsPlan): Branch => {
  const { tier, plan } = input;
  return {
    rules: [
      ...(tier === 8
        ? [{ protocol: 'dns', outbound: 'dns-out' }]
        : [{ action: 'sniff' }, { protocol: 'dns', action: 'hijack-dns' }]),
      ...lanRules(tier),
      ...houseRules(dns, tier),
      ...listRules(input),
      ...lookedUpRules(input),
    ],
    ...(tier > 8 && {
      rule_set: [
        ...plan.lists
          .flatMap((list) => setsOf(list, tier))
          .map(({ tag, match }) => ({ type: 'inline', tag, rules: [match] })),
        ...remoteSets(input),
      ],
    }),
    final: plan.final.name,
    ...(tier >= 12 && { default_domain_resolver: 'dns-local' }),
    auto_detect_interface: true,
  };
};

/** Of both families: without one of IPv6 whatever dials such an address would go past the tun. */
const TUN_ADDRESSES = { inet4_address: '172.19.0.1/30', inet6_address: 'fdfe:dcba:9876::1/126' } as const;

const inbounds = (tier: SingboxTier): Tree[] => {
  // Rules of this tier have no `override_address`. The inbound replaces each destination by the sniffed name.
  const sniff = tier === 8 ? { sniff: true, sniff_override_destination: true } : {};
  return [
    {
      type: 'tun',
      tag: 'tun-in',
      ...(tier === 8 ? TUN_ADDRESSES : { address: Object.values(TUN_ADDRESSES) }),
      mtu: 1500,
      auto_route: true,
      strict_route: true,
      stack: 'mixed',
      ...sniff,
    },
    { type: 'mixed', tag: 'mixed-in', listen: '127.0.0.1', listen_port: 7890, ...sniff },
  ];
};

/** A document for sing-box of the tier that the client's core has. There is no controller: apps bring their own. */
const write = (writing: Writing): Part[] => {
  const tier = writing.client.singboxTier;
  const { plan } = writing;
  // Cores before 1.11 have no inline sets, and get none from outside either.
  const long = longListsOf(plan, tier === 8 ? [] : writing.longLists);
  const input: Input = { ...writing, tier, long };
  const dns = writing.dns();
  const files = long.others.map(({ id, policy }) => ({ tag: fileTag(id), asked: askedOfPolicy(policy, plan) }));
  const fetches = long.refused.length + long.others.length > 0;
  return json({
    log: { level: 'warn', timestamp: true },
    ...(fetches && tier >= 14 && { http_clients: [{ tag: FETCHER }] }),
    dns: singboxDns(dns, tier, files),
    inbounds: inbounds(input.tier),
    outbounds: outbounds(input),
    route: route(input, dns),
    experimental: { cache_file: { enabled: true } },
  });
};

/** For sing-box and apps around its core. */
export const singbox: Format = {
  contentType: JSON_TYPE,
  extension: '',
  speaks: speaksAll,
  dialect: ({ singboxTier }) => `t${singboxTier}`,
  write,
};
