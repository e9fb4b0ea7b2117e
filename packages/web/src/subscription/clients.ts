import { offeredClients, type OfferedClient } from '@skyport/contract/client-apps';
import type { ClientApp } from '@skyport/contract/client-links';
import type { Platform } from '@skyport/contract/devices';
import { UPDATE_MINUTES, versions } from './versions.ts';

/** One row of the getting-started panel. */
export interface Client extends OfferedClient {
  /** Version, or what there is to know about it; empty = nothing. */
  readonly note: string;
}

const flclash = `${versions.flclash} · 每 ${UPDATE_MINUTES / 60} 小时自动更新订阅`;
const notes: Readonly<Record<Platform, Readonly<Partial<Record<ClientApp, string>>>>> = {
  Windows: { flclash, clash: versions.clashWindows, v2ray: `v2rayN ${versions.v2rayNLeast} 以上` },
  Android: {
    flclash,
    singbox: `需要 Android ${versions.androidLeast} 以上`,
    clash: versions.clashAndroid,
    v2rayNG: versions.v2rayNG,
    clashMeta: versions.clashMeta,
  },
  iOS: {},
  macOS: { flclash, clash: versions.clashMac, v2ray: '复制到任意 v2ray 客户端' },
};

const rowsOf = (platform: Platform): readonly [Client, ...Client[]] => {
  const row = (client: OfferedClient): Client => ({
    ...client,
    note: notes[platform][client.app] ?? '',
  });
  const [first, ...others] = offeredClients[platform];
  return [row(first), ...others.map(row)];
};

/** The clients of each platform, in the order of the specification; the first one is the recommended one. */
export const clients: Readonly<Record<Platform, readonly [Client, ...Client[]]>> = {
  Windows: rowsOf('Windows'),
  Android: rowsOf('Android'),
  iOS: rowsOf('iOS'),
  macOS: rowsOf('macOS'),
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

/** Clients beyond the specification's; a new one is a row here and one in the contract's `client-links.ts`. */
export const furtherClients: readonly FurtherClient[] = [
  { app: 'hiddify', name: 'Hiddify', note: '全平台' },
  { app: 'karing', name: 'Karing', note: '全平台' },
  { app: 'nekobox', name: 'NekoBox', note: 'Android' },
  { app: 'stash', name: 'Stash', note: 'iOS · macOS' },
  { app: 'loon', name: 'Loon', note: 'iOS · macOS' },
  { app: 'xray', name: 'Xray', note: 'JSON 配置' },
];
