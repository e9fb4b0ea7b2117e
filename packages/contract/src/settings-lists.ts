import type { FlagSetting, TextSetting } from './settings-table.ts';

const FETCHED = '每天获取一次，获取失败时继续使用上一份';
const PUBLISHED = 'https://cdn.jsdelivr.net/gh/Loyalsoldier/v2ray-rules-dat@release';

const listOn = (label: string) =>
  ({ kind: 'flag', section: 'lists', label, default: false, help: FETCHED }) as const satisfies FlagSetting;

const listUrl = (label: string, file: string, help: string) =>
  ({
    kind: 'text',
    section: 'lists',
    label,
    default: `${PUBLISHED}/${file}`,
    maxLength: 500,
    help,
    format: 'url',
  }) as const satisfies TextSetting;

/** Lists of names from outside. */
export const listSettings = {
  mainland_list_on: listOn('使用外部国内名单'),
  mainland_list_url: listUrl('国内名单地址', 'direct-list.txt', '名单中的域名直连；数据目录中的 lists/cn.txt 优先'),
  ad_list_on: listOn('使用外部广告名单'),
  ad_list_url: listUrl('广告名单地址', 'reject-list.txt', '名单中的域名由“广告拦截”策略组处理'),
};
