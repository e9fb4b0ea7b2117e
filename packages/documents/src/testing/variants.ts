import type { Switches } from '../rules/plan.ts';

/** Every combination of what a user can switch. */
export const everySwitch: readonly Switches[] = [false, true].flatMap((inXinjiang) =>
  [false, true].flatMap((inForeign) => [false, true].map((useEnglish) => ({ inXinjiang, inForeign, useEnglish }))),
);

/** Clients as they name themselves, on both sides of every version that changes a document. */
export const userAgents: readonly string[] = [
  '',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
  'GUI.for.Clash/v1.9.9',
  'ClashforWindows/0.20.39',
  'ClashX/1.95.1',
  'clash-verge/v2.4.7',
  'FlClash/v0.8.96 clash-verge Platform/android',
  'Stash/2.4.0 Clash/1.9.0',
  'Stash/2.5.0 Clash/1.9.0',
  'Stash/3.0.0 Clash/1.9.0',
  'Stash/3.1.0 Clash/1.9.0',
  'Shadowrocket/1900 CFNetwork/1410',
  'Shadowrocket/2500 CFNetwork/1410',
  'v2rayNG/1.7.38',
  'v2rayNG/1.8.0',
  'v2rayNG/2.3.5',
  'v2rayN/6.23',
  'v2rayN/7.24.8',
  'V2Box 9.8.5;IOS 18.1',
  'Shadowsocks/5.3.4 ShadowsocksAndroid',
  'Surge iOS/2397',
  'Surge iOS/3180',
  'Surge Mac/2750',
  'Surfboard/2.25.2',
  'Quantumult%20X/1.5.2',
  'Quantumult/1.0.8',
  'Loon/842 CFNetwork/1410',
  'SFI/1.8.14 (1; sing-box 1.8.14)',
  'SFA/1.10.7 (1; sing-box 1.10.7)',
  'SFA/1.11.15 (1; sing-box 1.11.15)',
  'SFA/1.12.22 (1; sing-box 1.12.22)',
  'SFA/1.13.14 (1; sing-box 1.13.14)',
  'SFM/1.14.1 (1; sing-box 1.14.1)',
  'HiddifyNext/2.5.7 (android) like ClashMeta v2ray sing-box',
  'Karing/1.1.2.606',
  'NekoBox/Android/1.3.9 (Prefer ClashMeta Format)',
];
