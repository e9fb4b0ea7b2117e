import type { Platform } from '../device/platform.ts';
import type { ClientApp } from './links.ts';
import { UPDATE_MINUTES, versions } from './versions.ts';

/** One row of the getting-started panel. */
export interface Client {
  readonly app: ClientApp;
  readonly name: string;
  /** Version, or what there is to know about it; empty = nothing. */
  readonly note: string;
  /** Route of its guide; absent where there is none. */
  readonly guide?: string;
}

const flclash = {
  app: 'flclash',
  name: 'FLClash',
  note: `${versions.flclash} · 每 ${UPDATE_MINUTES / 60} 小时自动更新订阅`,
} as const;
const singbox = { app: 'singbox', name: 'SingBox', note: '' } as const;
const clash = { app: 'clash', name: 'Clash' } as const;

/** The clients of each platform, in the order of the specification; the first one is the recommended one. */
export const clients: Readonly<Record<Platform, readonly [Client, ...Client[]]>> = {
  Windows: [
    { ...flclash, guide: '/flclash_for_pc' },
    { ...clash, note: versions.clashWindows, guide: '/clash_for_windows' },
    {
      app: 'v2ray',
      name: 'v2ray',
      note: `v2rayN ${versions.v2rayNLeast} 以上`,
      guide: '/v2rayng_for_windows',
    },
  ],
  Android: [
    { ...flclash, guide: '/flclash_for_android' },
    { ...singbox, note: `需要 Android ${versions.androidLeast} 以上`, guide: '/singbox_for_android' },
    { ...clash, note: versions.clashAndroid, guide: '/clash_for_android' },
    { app: 'v2rayNG', name: 'v2rayNG', note: versions.v2rayNG, guide: '/v2rayng_for_android' },
    {
      app: 'clashMeta',
      name: 'Clash Meta',
      note: versions.clashMeta,
      guide: '/clash_meta_for_android',
    },
  ],
  iOS: [
    { app: 'shadowrocket', name: 'Shadowrocket', note: '', guide: '/ss_for_ios' },
    { ...singbox, guide: '/singbox_for_ios' },
    { app: 'quantumultX', name: 'QuantumultX', note: '', guide: '/quantumultx_for_ios' },
    { app: 'streisand', name: 'Streisands', note: '', guide: '/streisand_for_ios' },
    { app: 'v2box', name: 'V2Box', note: '', guide: '/v2box_for_ios' },
  ],
  macOS: [
    { ...flclash, guide: '/flclash_for_pc' },
    { ...singbox, guide: '/singbox_for_mac' },
    { ...clash, note: versions.clashMac, guide: '/clash_for_macos' },
    { app: 'v2ray', name: 'v2ray 通用订阅链接', note: '复制到任意 v2ray 客户端' },
  ],
};

/** One button of the advanced card. */
export interface AdvancedClient {
  readonly app: ClientApp;
  readonly name: string;
  readonly label: 'recommended' | 'noDirect';
}

/** The buttons of the advanced card; the last four are labelled as not supporting direct connection. */
export const advancedClients: readonly AdvancedClient[] = [
  { app: 'shadowrocket', name: 'Shadowrocket', label: 'recommended' },
  { app: 'flclash', name: 'FLClash', label: 'recommended' },
  { app: 'ssr', name: 'SSR', label: 'recommended' },
  { app: 'clash', name: 'Clash', label: 'noDirect' },
  { app: 'surge', name: 'Surge', label: 'noDirect' },
  { app: 'quantumultX', name: 'QuantumultX', label: 'noDirect' },
  { app: 'surfboard', name: 'Surfboard', label: 'noDirect' },
];

/** The client that the getting-started panel recommends on a platform. */
export const recommendedClient = (platform: Platform): Client => clients[platform][0];

/** One button of the fold of further clients. */
export interface FurtherClient {
  readonly app: ClientApp;
  readonly name: string;
  /** Where it runs. */
  readonly note: string;
}

/** Clients beyond the specification's; a new one is a row here and one in `links.ts`. */
export const furtherClients: readonly FurtherClient[] = [
  { app: 'hiddify', name: 'Hiddify', note: '全平台' },
  { app: 'karing', name: 'Karing', note: '全平台' },
  { app: 'nekobox', name: 'NekoBox', note: 'Android' },
  { app: 'stash', name: 'Stash', note: 'iOS · macOS' },
  { app: 'loon', name: 'Loon', note: 'iOS · macOS' },
  { app: 'xray', name: 'Xray', note: 'JSON 配置' },
];
