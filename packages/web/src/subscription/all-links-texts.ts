import type { LinkKind } from '@skyport/contract/subscription';
import type { ClientApp } from '@skyport/contract/client-links';

/** One type of link that the page of all links offers. */
export interface LinkType {
  readonly type: LinkKind;
  readonly label: string;
  readonly app: ClientApp;
  /** Its document is a list of single links, one a node; the others are whole configurations. */
  readonly list: boolean;
}

const type = (kind: LinkKind, label: string, app: ClientApp, list = false): LinkType => ({
  type: kind,
  label,
  app,
  list,
});

/** Every type of link; the first is shown when the address names none. */
export const linkTypes = [
  type('ssr', 'SSR', 'ssr', true),
  type('ss', 'Shadowrocket / SS', 'shadowrocket', true),
  type('v2box', 'v2ray', 'v2ray', true),
  type('q', 'Quantumult', 'quantumult', true),
  type('nekobox', 'NekoBox', 'nekobox', true),
  type('clash', 'Clash', 'clash'),
  type('mjclash', 'Clash Meta', 'clashMeta'),
  type('flclash', 'FLClash', 'flclash'),
  type('singbox', 'sing-box', 'singbox'),
  type('qx', 'QuantumultX', 'quantumultX'),
  type('surge', 'Surge', 'surge'),
  type('surfboard', 'Surfboard', 'surfboard'),
  type('loon', 'Loon', 'loon'),
  type('stash', 'Stash', 'stash'),
  type('hiddify', 'Hiddify', 'hiddify'),
  type('karing', 'Karing', 'karing'),
  type('xray', 'Xray', 'xray'),
  type('auto', '通用', 'auto'),
] as const satisfies readonly [LinkType, ...LinkType[]];

/** Texts of the page of all links. */
export const allLinksTexts = {
  title: '全部订阅链接',
  warning: '以下链接等同于您的账号，请勿分享给他人；重置订阅链接后全部失效。',
  type: '类型',
  address: '订阅链接',
  nodes: (count: number) => `节点链接（${count}）`,
  list: '节点链接',
  copyAll: '复制全部',
  copyOne: (name: string) => `复制 ${name}`,
  qrOne: (name: string) => `${name} 二维码`,
  show: '显示链接',
  hide: '隐藏链接',
  whole: '该类型是完整的配置文件，没有单个节点的链接，请直接使用上面的订阅链接。',
  empty: '暂无记录',
} as const;
