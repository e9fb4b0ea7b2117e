import { list } from './make-list.ts';
import { selfMatches } from './lines.ts';
import { CONSOLE_NAMES } from './plan.ts';
import type { Group, Member, Plan } from './plan.ts';

/** Id of the group and of its list, which no group or list of an operator can have: theirs begin with a letter. */
const ID = '.console';

/** What the group is made for. */
export interface ConsoleHosts {
  /** Names or bare addresses; none of them twice. */
  readonly hosts: readonly string[];
  /** Address of the console's page. */
  readonly webPage: string;
  /** Whether anything but a placeholder is in the document. */
  readonly hasLines: boolean;
  readonly useEnglish: boolean;
}

/** Lines first, the direct way when they are dead; the direct way alone where there are none. */
const membersOf = ({ main }: Plan, hasLines: boolean): Member[] => [
  ...(hasLines ? [{ group: main.id, name: main.name }] : []),
  { builtin: 'direct' },
];

/**
 * What tells whether a way to the console works: the console itself. Another site may be out of reach on the direct way
 * although the console is not, and the group would keep to a dead line.
 */
const probeOf = (host: string, webPage: string): string => {
  const page = URL.parse(webPage);
  const name = host.includes(':') ? `[${host}]` : host;
  return page?.hostname === name ? `${page.origin}/` : `https://${name}/`;
};

/**
 * The plan with a group and a rule for the console, in front of all others: whoever has run out must reach it to renew,
 * whether or not it can be reached without a line. An operator's group by the same name keeps it.
 */
export const withConsole = (plan: Plan, { hosts, webPage, hasLines, useEnglish }: ConsoleHosts): Plan => {
  const [first] = hosts;
  if (first === undefined) return plan;
  const wanted = CONSOLE_NAMES[useEnglish ? 'en' : 'zh'];
  const name = plan.groups.some((one) => one.name === wanted) ? `${wanted} 2` : wanted;
  const members = membersOf(plan, hasLines);
  const group: Group = { id: ID, name, type: 'fallback', members, refuses: false, probe: probeOf(first, webPage) };
  const matches = hosts.map(selfMatches);
  const ofConsole = list({
    id: ID,
    zh: CONSOLE_NAMES.zh,
    target: ID,
    domains: matches.flatMap(({ domains }) => domains),
    networks: matches.flatMap(({ networks }) => networks),
  });
  return { ...plan, groups: [...plan.groups, group], lists: [{ ...ofConsole, policy: { group } }, ...plan.lists] };
};
