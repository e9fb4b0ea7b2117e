import type { ClientFamily } from '@skyport/contract/subscription';
import { HOUR_MS } from '../ui/format.ts';

/** Texts of the windows about who uses a subscription link. */
export const watchTexts = {
  title: '谁在用我的订阅',
  titleOf: (email: string) => `订阅使用记录：${email}`,
  explanation:
    '这里是近 7 天更新过您订阅的网络和客户端。家里宽带、公司网络和手机流量各算一个，手机流量的网段还会经常变化。为保护隐私，只记录网段，不记录完整地址。',
  sum: (networks: number) => `近 7 天共 ${networks} 个网络`,
  many: (networks: number, above: number) =>
    `24 小时内有 ${networks} 个不同的网络使用了订阅链接（超过 ${above} 个就会提醒）。如果不全是您自己的设备，链接可能已经泄露，请重置订阅链接。`,
  manyOf: (networks: number, above: number) => `24 小时内 ${networks} 个网络，超过提醒线 ${above} 个。`,
  empty: '近 7 天没有客户端更新过订阅',
  list: '使用记录',
  times: (count: number, days: number) => (days > 1 ? `${days} 天共 ${count} 次` : `${count} 次`),
  unknownNetwork: '未知网络',
  all: (count: number) => `显示全部 ${count} 条`,
  reset: '不认识？重置订阅链接',

  alarms: '订阅告警',
  alarmsExplanation: '近 24 小时内，订阅链接被猜测或使用网络最多的 100 个用户。',
  alarmsAt: (time: string) => `数据时间：${time}，每 10 分钟更新`,
  alarmsEmpty: '近 24 小时没有订阅记录（每 10 分钟更新）',
  networks: (count: number) => `${count} 个网络`,
  fetches: (count: number) => `更新 ${count} 次`,
  wrongKeys: (count: number) => `错误密钥 ${count} 次`,
  notified: '已提醒用户',
} as const;

/** Families of clients as people know them. */
const names: Readonly<Record<ClientFamily, string>> = {
  qx: 'Quantumult X',
  quantumult: 'Quantumult',
  surfboard: 'Surfboard',
  surge: 'Surge',
  shadowrocket: 'Shadowrocket',
  stash: 'Stash',
  loon: 'Loon',
  hiddify: 'Hiddify',
  karing: 'Karing',
  nekobox: 'NekoBox',
  singbox: 'sing-box',
  mihomo: 'Clash Meta（mihomo）',
  clash: 'Clash',
  v2rayng: 'v2rayNG',
  v2rayn: 'v2rayN',
  xray: 'V2Box / Streisand',
  shadowsocks: 'Shadowsocks',
  generic: '浏览器或其他客户端',
};

const isFamily = (family: string): family is ClientFamily => Object.hasOwn(names, family);

/** Name of a client, with its version where it said one. A family of old rows that is gone keeps its own name. */
export const clientName = (family: string, version: string): string =>
  [isFamily(family) ? names[family] : family, version].filter(Boolean).join(' ');

/** How long ago something was that happened within the hour which begins at `hour`; `now` in ms. */
export const usedAgo = (hour: string, now: number): string => {
  const hours = Math.floor((now - Date.parse(hour)) / HOUR_MS);
  if (hours < 1) return '1 小时内';
  return hours < 24 ? `约 ${hours} 小时前` : `${Math.floor(hours / 24)} 天前`;
};
