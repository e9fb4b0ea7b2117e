import type { GroupMember, RuleGroup, RuleSet } from '@skyport/contract/rules';
import { defaultLists } from './default-lists.ts';

const group = (id: string): GroupMember => ({ group: id });
const direct: GroupMember = { builtin: 'direct' };
const reject: GroupMember = { builtin: 'reject' };
const all: GroupMember = { lines: 'all' };
const outward: GroupMember = { lines: 'outward' };

/** Places from which assistants answer; Hong Kong, the mainland and Russia are refused by them. */
const AI_COUNTRIES = ['US', 'JP', 'SG', 'TW', 'GB', 'UK', 'KR', 'DE', 'CA', 'AU', 'FR', 'NL'];

const make = (id: string, zh: string, en: string, type: RuleGroup['type'], members: GroupMember[]): RuleGroup => ({
  id,
  zh,
  en,
  type,
  members,
});

/** The rules of an installation whose operator has not written others. */
export const defaultRules: RuleSet = {
  main: 'select',
  final: 'final',
  groups: [
    make('select', '节点选择', 'Select', 'select', [group('auto'), group('fallback'), direct, all]),
    make('auto', '自动选择', 'Auto', 'url-test', [outward]),
    make('fallback', '故障转移', 'Fallback', 'fallback', [outward]),
    make('ai', 'AI 服务', 'AI', 'select', [group('select'), group('auto'), { countries: AI_COUNTRIES }]),
    make('media', '国外媒体', 'Streaming', 'select', [group('select'), group('auto'), all]),
    make('telegram', '电报', 'Telegram', 'select', [group('select'), group('auto'), all]),
    make('apple', '苹果服务', 'Apple', 'select', [direct, group('select')]),
    make('microsoft', '微软服务', 'Microsoft', 'select', [direct, group('select')]),
    make('home', '回国线路', 'Return to China', 'select', [{ lines: 'home' }]),
    make('cn', '国内直连', 'China', 'select', [group('home'), direct, group('select')]),
    make('ads', '广告拦截', 'Ads', 'select', [reject, direct]),
    make('final', '漏网之鱼', 'Others', 'select', [group('select'), group('auto'), direct]),
  ],
  lists: [...defaultLists],
};
