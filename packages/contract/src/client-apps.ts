import type { ClientApp } from './client-links.ts';
import type { Platform } from './devices.ts';

/** A client that is offered on a platform. */
export interface OfferedClient {
  readonly app: ClientApp;
  readonly name: string;
  /** Route of its guide in the console; absent where there is none. */
  readonly guide?: string;
}

const flclash = { app: 'flclash', name: 'FLClash' } as const;
const singbox = { app: 'singbox', name: 'SingBox' } as const;
const clash = { app: 'clash', name: 'Clash' } as const;

/** The clients of each platform, in the order of the specification; the first one is the recommended one. */
export const offeredClients: Readonly<Record<Platform, readonly [OfferedClient, ...OfferedClient[]]>> = {
  Windows: [
    { ...flclash, guide: '/flclash_for_pc' },
    { ...clash, guide: '/clash_for_windows' },
    { app: 'v2ray', name: 'v2ray', guide: '/v2rayng_for_windows' },
  ],
  Android: [
    { ...flclash, guide: '/flclash_for_android' },
    { ...singbox, guide: '/singbox_for_android' },
    { ...clash, guide: '/clash_for_android' },
    { app: 'v2rayNG', name: 'v2rayNG', guide: '/v2rayng_for_android' },
    { app: 'clashMeta', name: 'Clash Meta', guide: '/clash_meta_for_android' },
  ],
  iOS: [
    { app: 'shadowrocket', name: 'Shadowrocket', guide: '/ss_for_ios' },
    { ...singbox, guide: '/singbox_for_ios' },
    { app: 'quantumultX', name: 'QuantumultX', guide: '/quantumultx_for_ios' },
    { app: 'streisand', name: 'Streisands', guide: '/streisand_for_ios' },
    { app: 'v2box', name: 'V2Box', guide: '/v2box_for_ios' },
  ],
  macOS: [
    { ...flclash, guide: '/flclash_for_pc' },
    { ...singbox, guide: '/singbox_for_mac' },
    { ...clash, guide: '/clash_for_macos' },
    { app: 'v2ray', name: 'v2ray 通用订阅链接' },
  ],
};
