import { selfMatches } from './lines.ts';
import { freeGroupName, OWN_GROUPS } from './plan.ts';
import type { Group, Member, OwnGroup, Plan, PlannedList } from './plan.ts';

/** The product's own hosts, and what their groups are made from. Hosts are names or bare addresses; empty = none. */
export interface OwnHosts {
  readonly consoles: readonly string[];
  /** Host of subscription links. */
  readonly link: string;
  /** Addresses of the console and of the links. The probe of a host uses the scheme and port of its address. */
  readonly addresses: readonly string[];
  /** Whether the document has a line that is no placeholder. */
  readonly hasLines: boolean;
  readonly useEnglish: boolean;
}

/** The lines first, then the direct way. */
const membersOf = ({ main }: Plan, hasLines: boolean): Member[] => [
  ...(hasLines ? [{ group: main.id, name: main.name }] : []),
  { builtin: 'direct' },
];

/**
 * Probe address of a group: the host itself. The direct way to another site can be blocked while that to the host is
 * open, and the group would keep a dead line.
 */
const probeOf = (host: string, addresses: readonly string[]): string => {
  const name = host.includes(':') ? `[${host}]` : host;
  const page = addresses.map((address) => URL.parse(address)).find((url) => url?.hostname === name);
  return page ? `${page.origin}/` : `https://${name}/`;
};

/** Hosts of each group. A host of links that is also a console has no group of its own. */
const hostsOf = ({ consoles, link }: OwnHosts): Record<OwnGroup, string[]> => {
  const console = [...new Set(consoles)].filter((host) => host !== '');
  return { console, link: link === '' || console.includes(link) ? [] : [link] };
};

/**
 * The plan with a fallback group and a list for the console and for the host of links, before all other lists. Both
 * hosts stay reachable when their names are blocked and when the lines are dead.
 */
export const withOwnHosts = (plan: Plan, own: OwnHosts): Plan => {
  const hosts = hostsOf(own);
  const lists = (['console', 'link'] as const).flatMap((id): PlannedList[] => {
    const [first] = hosts[id];
    if (first === undefined) return [];
    const wanted = OWN_GROUPS[id][own.useEnglish ? 'en' : 'zh'];
    const group: Group = {
      // Ids of an operator's groups and lists begin with a letter.
      id: `.${id}`,
      // An operator's group keeps its name.
      name: freeGroupName(
        wanted,
        plan.groups.map((one) => one.name),
      ),
      type: 'fallback',
      members: membersOf(plan, own.hasLines),
      refuses: false,
      probe: probeOf(first, own.addresses),
    };
    const matches = hosts[id].map(selfMatches);
    const domains = matches.flatMap((one) => one.domains);
    const networks = matches.flatMap((one) => one.networks);
    const entries = { suffixes: [], domains, keywords: [], networks };
    const { zh } = OWN_GROUPS[id];
    return [{ id: group.id, zh, target: group.id, ...entries, policy: { group }, isOwn: true }];
  });
  const groups = lists.flatMap(({ policy }) => ('group' in policy ? [policy.group] : []));
  return { ...plan, groups: [...plan.groups, ...groups], lists: [...lists, ...plan.lists] };
};
