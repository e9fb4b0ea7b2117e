import type { GroupMember, RuleGroup, RuleSet } from '@skyport/contract/rules';
import { defaultLists } from './default-lists.ts';

const group = (id: string): GroupMember => ({ group: id });
const direct: GroupMember = { builtin: 'direct' };
const reject: GroupMember = { builtin: 'reject' };
const all: GroupMember = { lines: 'all' };
const outward: GroupMember = { lines: 'outward' };

const make = (id: string, zh: string, en: string, type: RuleGroup['type'], members: GroupMember[]): RuleGroup => ({
  id,
  zh,
  en,
  type,
  members,
});

/** Places from which assistants answer; Hong Kong, the mainland and Russia are refused by them. */
const AI_COUNTRIES = ['US', 'JP', 'SG', 'TW', 'GB', 'KR', 'DE', 'CA', 'AU', 'FR', 'NL'];

const EUROPE = (
  'AD AL AT AX BA BE BG CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL ' +
  'NO PL PT RO RS SE SI SK SM UA VA XK'
).split(' ');

const REGIONS: readonly (readonly [id: string, zh: string, en: string, countries: readonly string[]])[] = [
  ['hk', '🇭🇰 香港节点', '🇭🇰 Hong Kong lines', ['HK']],
  ['tw', '🇹🇼 台湾节点', '🇹🇼 Taiwan lines', ['TW']],
  ['jp', '🇯🇵 日本节点', '🇯🇵 Japan lines', ['JP']],
  ['sg', '🇸🇬 新加坡节点', '🇸🇬 Singapore lines', ['SG']],
  ['us', '🇺🇸 美国节点', '🇺🇸 United States lines', ['US']],
  ['kr', '🇰🇷 韩国节点', '🇰🇷 Korea lines', ['KR']],
  ['eu', '🇪🇺 欧洲节点', '🇪🇺 Europe lines', EUROPE],
];

/** Lines of everywhere else, those that lead home left out. */
const elsewhere: GroupMember = { notCountries: ['CN', ...REGIONS.flatMap(([, , , countries]) => countries)] };

/** The quickest line of each region; those without a line are in no document. */
const regionGroups: readonly RuleGroup[] = [
  ...REGIONS.map(([id, zh, en, countries]) => make(id, zh, en, 'url-test', [{ countries: [...countries] }])),
  make('other', '🌐 其他节点', '🌐 Other lines', 'url-test', [elsewhere]),
];
const regions: readonly GroupMember[] = regionGroups.map(({ id }) => group(id));
const chosen: readonly GroupMember[] = [group('select'), group('auto')];
const aiRegions = ['us', 'jp', 'sg', 'tw', 'kr'].map(group);

/** The rules of an installation whose operator has not written others. */
export const defaultRules: RuleSet = {
  main: 'select',
  final: 'final',
  groups: [
    make('select', '节点选择', 'Select', 'select', [group('auto'), group('fallback'), ...regions, direct, all]),
    make('auto', '自动选择', 'Auto', 'url-test', [outward]),
    make('fallback', '故障转移', 'Fallback', 'fallback', [outward]),
    make('ai', 'AI 服务', 'AI', 'select', [
      group('ai-auto'),
      group('select'),
      ...aiRegions,
      { countries: AI_COUNTRIES },
    ]),
    // The first that works, not the quickest: an account that is here and there within minutes is locked.
    make('ai-auto', 'AI 自动', 'AI auto', 'fallback', [{ countries: AI_COUNTRIES }]),
    make('media', '国外媒体', 'Streaming', 'select', [...chosen, ...regions, all]),
    make('netflix', 'Netflix', 'Netflix', 'select', [group('media'), ...regions]),
    make('youtube', 'YouTube', 'YouTube', 'select', [group('media'), ...regions]),
    make('tiktok', 'TikTok', 'TikTok', 'select', [group('media'), ...regions]),
    // Some programs are only for Hong Kong, Macao and Taiwan, most for the mainland.
    make('bilibili', '哔哩哔哩港澳台', 'Bilibili HK MO TW', 'select', [group('cn'), group('hk'), group('tw')]),
    make('telegram', '电报', 'Telegram', 'select', [...chosen, ...regions]),
    make('games', '游戏平台', 'Games', 'select', [...chosen, direct, ...regions]),
    make('apple', '苹果服务', 'Apple', 'select', [direct, group('select')]),
    make('microsoft', '微软服务', 'Microsoft', 'select', [direct, group('select')]),
    make('home', '回国线路', 'Return to China', 'select', [{ lines: 'home' }]),
    make('cn', '国内直连', 'China', 'select', [group('home'), direct, group('select')]),
    make('ads', '广告拦截', 'Ads', 'select', [reject, direct]),
    make('final', '漏网之鱼', 'Others', 'select', [...chosen, direct]),
    ...regionGroups,
  ],
  lists: [...defaultLists],
};
