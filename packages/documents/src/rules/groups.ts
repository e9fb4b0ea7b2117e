import type { ResolvedLine } from '../model.ts';

/** The choices a user sees in the client. */
export type GroupId =
  | 'select'
  | 'auto'
  | 'fallback'
  | 'ai'
  | 'media'
  | 'telegram'
  | 'apple'
  | 'microsoft'
  | 'home'
  | 'cn'
  | 'ads'
  | 'final';

const TITLES: Record<GroupId, { readonly zh: string; readonly en: string }> = {
  select: { zh: '节点选择', en: 'Select' },
  auto: { zh: '自动选择', en: 'Auto' },
  fallback: { zh: '故障转移', en: 'Fallback' },
  ai: { zh: 'AI 服务', en: 'AI' },
  media: { zh: '国外媒体', en: 'Streaming' },
  telegram: { zh: '电报', en: 'Telegram' },
  apple: { zh: '苹果服务', en: 'Apple' },
  microsoft: { zh: '微软服务', en: 'Microsoft' },
  home: { zh: '回国线路', en: 'Return to China' },
  cn: { zh: '国内直连', en: 'China' },
  ads: { zh: '广告拦截', en: 'Ads' },
  final: { zh: '漏网之鱼', en: 'Others' },
};

/** Every name a group can have in any document; no line may be called so. */
export const groupNames: readonly string[] = Object.values(TITLES).flatMap(({ zh, en }) => [zh, en]);

/** A member of a group: another group, a line by its name, or one of the two builtins. */
export type Member =
  | { readonly group: GroupId }
  | { readonly line: string }
  | { readonly builtin: 'direct' | 'reject' };

/** A group with at least one member, which never names a line that is not in the document. */
export interface Group {
  readonly id: GroupId;
  readonly name: string;
  readonly type: 'select' | 'url-test' | 'fallback';
  readonly members: readonly Member[];
}

/** The three switches of a user's profile that change a document. */
export interface Switches {
  readonly inXinjiang: boolean;
  readonly inForeign: boolean;
  readonly useEnglish: boolean;
}

/** Address that the automatic groups measure against. */
export const PROBE_URL = 'https://www.gstatic.com/generate_204';

/** Places from which assistants answer; Hong Kong, the mainland and Russia are refused by them. */
const AI_COUNTRIES = new Set(['US', 'JP', 'SG', 'TW', 'GB', 'UK', 'KR', 'DE', 'CA', 'AU', 'FR', 'NL']);

const group = (id: GroupId): Member => ({ group: id });
const direct: Member = { builtin: 'direct' };
const reject: Member = { builtin: 'reject' };

/** Name of a group in the user's language. */
export const groupName = (id: GroupId, switches: Pick<Switches, 'useEnglish'>): string =>
  switches.useEnglish ? TITLES[id].en : TITLES[id].zh;

/** Lines that lead back to the mainland, when the user is abroad and there are any: mainland sites go through them. */
export const homeLines = (lines: readonly ResolvedLine[], switches: Switches): readonly ResolvedLine[] =>
  switches.inForeign ? lines.filter((l) => l.countryCode === 'CN') : [];

/**
 * The groups of a document with these lines (at least one). Lines of the mainland are kept out of the automatic groups
 * as long as there are others, because they cannot reach what the groups are for.
 */
export const groupsOf = (lines: readonly ResolvedLine[], switches: Switches): Group[] => {
  const asMembers = (some: readonly ResolvedLine[]): Member[] => some.map((l) => ({ line: l.name }));
  const outward = lines.filter((l) => l.countryCode !== 'CN');
  const all = asMembers(lines);
  const automatic = asMembers(outward.length > 0 ? outward : lines);
  const forAi = asMembers(lines.filter((l) => AI_COUNTRIES.has(l.countryCode)));
  const home = asMembers(homeLines(lines, switches));
  const make = (id: GroupId, type: Group['type'], members: readonly Member[]): Group[] =>
    members.length === 0 ? [] : [{ id, name: groupName(id, switches), type, members }];
  return [
    ...make('select', 'select', [group('auto'), group('fallback'), direct, ...all]),
    ...make('auto', 'url-test', automatic),
    ...make('fallback', 'fallback', automatic),
    ...make('ai', 'select', [group('select'), group('auto'), ...forAi]),
    ...make('media', 'select', [group('select'), group('auto'), ...all]),
    ...make('telegram', 'select', [group('select'), group('auto'), ...all]),
    ...make('apple', 'select', [direct, group('select')]),
    ...make('microsoft', 'select', [direct, group('select')]),
    ...make('home', 'select', home),
    ...make('cn', 'select', [...(home.length > 0 ? [group('home')] : []), direct, group('select')]),
    ...make('ads', 'select', [reject, direct]),
    ...make('final', 'select', [group('select'), group('auto'), direct]),
  ];
};
