import type { GroupMember, RuleList, RuleSet } from '@skyport/contract/rules';
import { JSON_TYPE, TEXT_TYPE, YAML_TYPE } from '../format.ts';
import { quoted } from '../text/tree.ts';
import { classicalLines, quantumultLines, selfMatches } from './lines.ts';
import type { BasicPolicy } from './line-rules.ts';
import { MAINLAND_LIST } from './plan.ts';

/**
 * Where the traffic of a target goes unless somebody chooses otherwise: the first thing its group offers, and the first
 * thing of that. Lines that lead home are passed over, because the file is one for everybody. Null when
 * nothing is left.
 */
export const defaultPolicyOf = (rules: RuleSet, target: string, seen: readonly string[] = []): BasicPolicy | null => {
  if (target === 'direct' || target === 'reject') return target;
  if (seen.includes(target)) return null;
  const members = rules.groups.find(({ id }) => id === target)?.members ?? [];
  const ofMember = (member: GroupMember): BasicPolicy | null => {
    if ('builtin' in member) return member.builtin;
    if ('group' in member) return defaultPolicyOf(rules, member.group, [...seen, target]);
    return 'lines' in member && member.lines === 'home' ? null : 'proxy';
  };
  for (const member of members) {
    const policy = ofMember(member);
    if (policy !== null) return policy;
  }
  return null;
};

/**
 * The rules as Quantumult and Quantumult X read them from an address, for everybody alike, with their own policies
 * `direct`, `proxy` and `reject` instead of groups. `selfHost` is the host of subscription links (name or address,
 * bare; empty when unknown). Format: filter.snippet of Quantumult X.
 */
export const describeFilter = (rules: RuleSet, selfHost: string): string => {
  const last = defaultPolicyOf(rules, rules.final) ?? 'proxy';
  const orLast = (target: string): BasicPolicy => defaultPolicyOf(rules, target) ?? last;
  const mainland = rules.lists.find(({ id }) => id === MAINLAND_LIST);
  return [
    ...quantumultLines(selfMatches(selfHost), 'direct'),
    ...rules.lists.flatMap((list) => [`; ${list.id}`, ...quantumultLines(list, orLast(list.target))]),
    // Without the option the app asks at home for every name that no list has.
    ...(mainland ? [`geoip, cn, ${orLast(mainland.target)}, no-resolve`] : []),
    `final, ${last}`,
    '',
  ].join('\n');
};

/**
 * Formats of rule files: Surge, Surfboard and Loon; Clash and Stash, twice; sing-box; Quantumult X. `rules` and `set`
 * are what Surge and sing-box fetch of a long list: names alone.
 */
export type RuleFileFormat = 'list' | 'yaml' | 'names' | 'json' | 'filter' | 'rules' | 'set';

/** Formats that documents of ours name, and that therefore hold the whole list. */
export const WHOLE_LIST_FORMATS: readonly RuleFileFormat[] = ['names', 'rules', 'set'];

/** An empty file makes some clients refuse all their files, so it gets a rule that matches nothing. */
const notEmpty = (list: RuleList): RuleList => {
  const { suffixes, domains, keywords, networks } = list;
  const size = suffixes.length + domains.length + keywords.length + networks.length;
  return size > 0 ? list : { ...list, domains: ['nothing.invalid'] };
};

/**
 * A source rule set, version 1, for every sing-box with rule sets. Before 1.9 only suffixes with a dot
 * were whole words.
 */
const singboxSet = ({ domains, suffixes, keywords, networks }: RuleList): string => {
  const fields = {
    domain: [...domains, ...suffixes],
    domain_suffix: suffixes.map((s) => `.${s}`),
    domain_keyword: keywords,
    ip_cidr: networks,
  };
  const rule = Object.fromEntries(Object.entries(fields).filter(([, values]) => values.length > 0));
  return `${JSON.stringify({ version: 1, rules: [rule] }, null, 2)}\n`;
};

/** The same for cores with inline sets, without keywords and networks. Each suffix stands once. */
const singboxNames = ({ domains, suffixes }: RuleList): string => {
  const fields = { domain: domains, domain_suffix: suffixes };
  const rule = Object.fromEntries(Object.entries(fields).filter(([, values]) => values.length > 0));
  return `${JSON.stringify({ version: 1, rules: [rule] })}\n`;
};

/** A rule provider of Clash. */
const payload = (behavior: 'classical' | 'domain', rows: readonly string[]): string =>
  `# behavior: ${behavior}\npayload:\n${rows.map((row) => `  - ${quoted(row)}\n`).join('')}`;

/**
 * One list as a file for people who refer to it in a configuration of their own. `list`, `yaml` (a provider of
 * behaviour `classical`) and `names` (behaviour `domain`, without keywords and networks, for long lists) leave the
 * policy to them, `json` is a source rule set, and `filter` has the policy that the list has in `rules` (`proxy` when
 * it goes to a group and no rules are given), which `force-policy` overrides. Documents of ours name `names`, `rules`
 * and `set`.
 */
export const ruleListFile = (
  list: RuleList,
  format: RuleFileFormat,
  rules?: RuleSet,
): { body: string; contentType: string } => {
  const filled = notEmpty(list);
  const named = notEmpty({ ...list, keywords: [], networks: [] });
  switch (format) {
    case 'list':
      return { body: `${classicalLines(filled, null).join('\n')}\n`, contentType: TEXT_TYPE };
    case 'yaml':
      return { body: payload('classical', classicalLines(filled, null)), contentType: YAML_TYPE };
    case 'names': {
      const patterns = [...named.suffixes.map((name) => `+.${name}`), ...named.domains];
      return { body: payload('domain', patterns), contentType: YAML_TYPE };
    }
    case 'rules':
      return { body: `${classicalLines(named, null).join('\n')}\n`, contentType: TEXT_TYPE };
    case 'set':
      return { body: singboxNames(named), contentType: JSON_TYPE };
    case 'json':
      return { body: singboxSet(filled), contentType: JSON_TYPE };
    case 'filter': {
      const none: RuleSet = { main: 'main', final: 'final', groups: [], lists: [] };
      const policy = defaultPolicyOf(rules ?? none, list.target) ?? 'proxy';
      return { body: `${quantumultLines(filled, policy).join('\n')}\n`, contentType: TEXT_TYPE };
    }
  }
};
