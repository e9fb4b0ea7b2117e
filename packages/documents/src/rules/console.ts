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
 * The plan with a group and a rule for the console, in front of all others: whoever has run out must reach it to renew,
 * whether or not it can be reached without a line. An operator's group by the same name keeps it.
 */
export const withConsole = (plan: Plan, { hosts, hasLines, useEnglish }: ConsoleHosts): Plan => {
  if (hosts.length === 0) return plan;
  const wanted = CONSOLE_NAMES[useEnglish ? 'en' : 'zh'];
  const name = plan.groups.some((one) => one.name === wanted) ? `${wanted} 2` : wanted;
  const group: Group = { id: ID, name, type: 'fallback', members: membersOf(plan, hasLines), refuses: false };
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
