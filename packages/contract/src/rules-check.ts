import { cleanName, isClientName } from './names.ts';
import { MAX_TITLE, type GroupMember, type RuleGroup, type RuleList, type RuleSet } from './rules.ts';
import { entryKindNames, entryKinds, entryProblem } from './rules-entries.ts';
import { hasHidden, HIDDEN_PROBLEM } from './units.ts';

/** Entries of all lists together at most: phones hold them in memory. */
const MAX_ENTRIES = 5000;
/** Bytes of a rule set as JSON at most. */
const MAX_RULES_BYTES = 200_000;
/** Complaints that are made at most; whoever has more begins with these. */
const MAX_COMPLAINTS = 50;

/** The group of the lines that lead back to the mainland, which documents for users abroad look for. */
const HOME = 'home';

const ofGroup = ({ zh }: RuleGroup): string => `分组“${zh}”`;
const ofList = ({ zh }: RuleList): string => `规则“${zh}”`;

const doubles = (values: readonly string[]): string[] => {
  const seen = new Set<string>();
  return [...new Set(values.filter((value) => seen.size === seen.add(value).size))];
};

/** Signs that one client or another reads as a comment, a pattern or a list. */
const AWKWARD = /[#;|\\{}[\]<>`]|\/\//;

const titleProblem = (title: string): string | null => {
  if (title.trim() === '') return '名称不能为空';
  if (cleanName(title) !== title || AWKWARD.test(title)) return `名称“${title}”含有客户端不支持的字符`;
  return isClientName(title) ? `名称“${title}”是客户端保留的名称` : null;
};

const titleComplaints = ({ groups, lists }: RuleSet): string[] => {
  const shown = [groups.map(({ zh }) => zh), groups.map(({ en }) => en), lists.map(({ zh }) => zh)];
  return [
    ...[groups, lists].flatMap((all) => doubles(all.map(({ id }) => id)).map((id) => `标识 ${id} 重复`)),
    ...shown.flatMap((titles) => doubles(titles.map((t) => t.toLowerCase())).map((t) => `名称“${t}”重复`)),
    ...groups.flatMap((group) =>
      [...new Set([group.zh, group.en])].flatMap((title) => {
        const problem = titleProblem(title);
        return problem === null ? [] : [`${ofGroup(group)}：${problem}`];
      }),
    ),
    ...lists.filter(({ zh }) => cleanName(zh) !== zh).map((list) => `${ofList(list)}：名称含有客户端不支持的字符`),
  ];
};

/** Problems of new titles only: stored ones that are older stay in use. NFC can make a title longer. */
const newTitleProblem = (title: string): string | null => {
  if (hasHidden(title)) return `名称${HIDDEN_PROBLEM}`;
  return title.length > MAX_TITLE ? `名称最多 ${MAX_TITLE} 个字符` : null;
};

const newTitleComplaints = ({ groups, lists }: RuleSet): string[] => {
  const named = [
    ...groups.flatMap((group) => [...new Set([group.zh, group.en])].map((title) => [ofGroup(group), title] as const)),
    ...lists.map((list) => [ofList(list), list.zh] as const),
  ];
  return named.flatMap(([place, title]) => {
    const problem = newTitleProblem(title);
    return problem === null ? [] : [`${place}：${problem}`];
  });
};

const rejects = ({ members }: RuleGroup): boolean => members.some((m) => 'builtin' in m && m.builtin === 'reject');

/** sing-box has no group that rejects, so only lists may point to such a group, never other groups. */
const memberComplaints = (groups: readonly RuleGroup[]): string[] => {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const complain = (group: RuleGroup, member: GroupMember): string | null => {
    if (!('group' in member)) return null;
    const target = byId.get(member.group);
    if (!target) return `${ofGroup(group)}：成员 ${member.group} 不存在`;
    return rejects(target) ? `${ofGroup(group)}：含有“拒绝”的${ofGroup(target)}不能放进其他分组` : null;
  };
  return groups.flatMap((group) =>
    group.members.length === 0
      ? [`${ofGroup(group)}：没有成员`]
      : group.members.flatMap((member) => complain(group, member) ?? []),
  );
};

/** Measuring groups hold lines only: clients measure lines, and neither a builtin nor a choice made by hand. */
const typeComplaints = (groups: readonly RuleGroup[]): string[] =>
  groups
    .filter(({ type, members }) => type !== 'select' && members.some((m) => 'group' in m || 'builtin' in m))
    .map((group) => `${ofGroup(group)}：自动选择、故障转移和负载均衡的分组只能包含节点`);

const homeComplaints = (groups: readonly RuleGroup[]): string[] =>
  groups
    .filter(({ id, members }) => id === HOME && !members.every((m) => 'lines' in m && m.lines === 'home'))
    .map((group) => `${ofGroup(group)}：标识 home 保留给回国线路，成员只能是回国线路`);

/** Groups that contain themselves through others; clients refuse the whole document for one of them. */
const cycleComplaints = (groups: readonly RuleGroup[]): string[] => {
  const next = new Map(groups.map(({ id, members }) => [id, members.flatMap((m) => ('group' in m ? [m.group] : []))]));
  const reaches = (from: string): boolean => {
    const seen = new Set<string>();
    const open = [...(next.get(from) ?? [])];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (id === from) return true;
      if (!seen.has(id)) open.push(...(next.get(id) ?? []));
      seen.add(id);
    }
    return false;
  };
  return groups.filter(({ id }) => reaches(id)).map((group) => `${ofGroup(group)}：经过其他分组又包含了自己`);
};

/** `main` and `final` must have members in every document, whatever lines there are. */
const fixedGroupComplaints = ({ main, final, groups }: RuleSet): string[] => {
  const find = (id: string): RuleGroup | undefined => groups.find((group) => group.id === id);
  const safe = (group: RuleGroup): boolean =>
    group.members.some(
      (m) =>
        ('builtin' in m && m.builtin === 'direct') ||
        ('group' in m && m.group === main) ||
        ('lines' in m && m.lines !== 'home'),
    );
  const check = (role: string, id: string, problemOf: (group: RuleGroup) => string | null): string[] => {
    const group = find(id);
    if (!group) return [`${role} ${id} 不存在`];
    if (group.type !== 'select') return [`${role}“${group.zh}”必须是手动选择`];
    if (rejects(group)) return [`${role}“${group.zh}”不能含有“拒绝”`];
    const problem = problemOf(group);
    return problem === null ? [] : [`${role}“${group.zh}”${problem}`];
  };
  const offersAll = ({ members }: RuleGroup): boolean => members.some((m) => 'lines' in m && m.lines === 'all');
  return [
    ...check('主分组', main, (group) => (offersAll(group) ? null : '必须包含全部节点')),
    ...check('兜底分组', final, (group) => (safe(group) ? null : '可能为空，请加入“直连”或主分组')),
  ];
};

const entryComplaints = (list: RuleList): string[] =>
  entryKinds.flatMap((kind) => {
    const place = `${ofList(list)}的${entryKindNames[kind]}`;
    return [
      ...doubles(list[kind]).map((text) => `${place}：“${text}”重复`),
      ...list[kind].flatMap((text, i) => {
        const problem = entryProblem(kind, text);
        return problem === null ? [] : [`${place}第 ${i + 1} 行“${text.slice(0, 80)}”：${problem}`];
      }),
    ];
  });

const listComplaints = ({ groups, lists }: RuleSet): string[] => {
  const targets = new Set(['direct', 'reject', ...groups.map(({ id }) => id)]);
  return lists.flatMap((list) => [
    ...(targets.has(list.target) ? [] : [`${ofList(list)}：去向 ${list.target} 不存在`]),
    ...(list.id.endsWith('-ip') ? [`${ofList(list)}：标识不能以 -ip 结尾`] : []),
    ...entryComplaints(list),
  ]);
};

/** Builtins have names like ids; a group of such an id could not be told from them in a list's target. */
const reservedComplaints = ({ groups }: RuleSet): string[] =>
  groups.filter(({ id }) => id === 'direct' || id === 'reject').map((g) => `${ofGroup(g)}：标识 ${g.id} 已被保留`);

/** How many entries the lists of a rule set have together. */
export const countEntries = ({ lists }: Pick<RuleSet, 'lists'>): number =>
  lists.reduce((sum, list) => sum + entryKinds.reduce((n, kind) => n + list[kind].length, 0), 0);

const sizeComplaints = (rules: RuleSet): string[] => {
  const entries = countEntries(rules);
  const bytes = new TextEncoder().encode(JSON.stringify(rules)).length;
  return [
    ...(entries > MAX_ENTRIES ? [`规则共 ${entries} 条，最多 ${MAX_ENTRIES} 条`] : []),
    ...(bytes > MAX_RULES_BYTES
      ? [`规则共 ${Math.ceil(bytes / 1024)} K，最多 ${Math.floor(MAX_RULES_BYTES / 1024)} K`]
      : []),
  ];
};

/** Whether a list catches a host name. */
const catches = ({ suffixes, domains, keywords }: RuleList, host: string): boolean =>
  domains.includes(host) ||
  suffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`)) ||
  keywords.some((keyword) => host.includes(keyword));

/** A link that its own document refuses could never be fetched again. */
const ownHostComplaints = ({ groups, lists }: RuleSet, hosts: readonly string[]): string[] => {
  const refusing = new Set(['reject', ...groups.filter(rejects).map(({ id }) => id)]);
  return lists
    .filter(({ target }) => refusing.has(target))
    .flatMap((list) =>
      hosts
        .filter((host) => catches(list, host.toLowerCase()))
        .map((host) => `${ofList(list)}：会拦截订阅域名 ${host}`),
    );
};

/**
 * Everything that keeps a rule set from being used, as Chinese sentences that name the place; none when it is good.
 * With a good one no list of lines makes a document that a client refuses: every group has members, none is named that
 * is not there, none contains itself. `ownHosts` are the hosts of subscription links, which no list may refuse.
 */
export const checkStoredRules = (rules: RuleSet, ownHosts: readonly string[] = []): string[] =>
  [
    ...sizeComplaints(rules),
    ...titleComplaints(rules),
    ...reservedComplaints(rules),
    ...fixedGroupComplaints(rules),
    ...memberComplaints(rules.groups),
    ...typeComplaints(rules.groups),
    ...homeComplaints(rules.groups),
    ...cycleComplaints(rules.groups),
    ...listComplaints(rules),
    ...ownHostComplaints(rules, ownHosts),
  ].slice(0, MAX_COMPLAINTS);

/** Everything that keeps a rule set from being saved: as `checkStoredRules`, and titles as new ones must be. */
export const checkRules = (rules: RuleSet, ownHosts: readonly string[] = []): string[] =>
  [...newTitleComplaints(rules), ...checkStoredRules(rules, ownHosts)].slice(0, MAX_COMPLAINTS);
