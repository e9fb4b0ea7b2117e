import { expect, test } from 'vitest';
import { atLeast, clientAppOf, kindFor, singboxTier } from './user-agent.ts';

test.each([
  ['Quantumult%20X/1.0.30 (iPhone14,2; iOS 16.0)', 'qx', [1, 0, 30]],
  ['Quantumult/671', 'quantumult', [671]],
  ['Surfboard/2.24.1', 'surfboard', [2, 24, 1]],
  ['Surge iOS/3181', 'surge', [3181]],
  ['Surge Mac/2985', 'surge', [2985]],
  ['Shadowrocket/2070 CFNetwork/1408.0.4', 'shadowrocket', [2070]],
  ['Stash/3.1.0 Clash/1.9.0', 'stash', [3, 1, 0]],
  ['SFA/1.12.4 (521; sing-box 1.12.4; language zh_CN)', 'singbox', []],
  ['FlClash/v0.8.96 clash-verge Platform/android', 'mihomo', [0, 8, 96]],
  ['clash-verge/v2.4.7', 'mihomo', [2, 4, 7]],
  ['ClashMetaForAndroid/2.10.4.Meta', 'mihomo', [2, 10, 4]],
  ['clash.meta/1.19.20', 'mihomo', [1, 19, 20]],
  ['mihomo/1.19.20', 'mihomo', [1, 19, 20]],
  ['ClashX Meta/1.4.0', 'mihomo', [1, 4, 0]],
  ['ClashforWindows/0.20.39', 'clash', [0, 20, 39]],
  ['ClashForAndroid/2.5.12', 'clash', [2, 5, 12]],
  ['ClashX/1.95.1', 'clash', [1, 95, 1]],
  ['v2rayNG/1.6.20', 'v2rayng', [1, 6, 20]],
  ['v2rayN/7.24.8', 'v2rayn', [7, 24, 8]],
  ['Streisand/1.6', 'xray', []],
  ['V2Box 9.8.1;IOS 17.5', 'xray', []],
  ['Happ/3.13.0', 'xray', []],
  ['Shadowrocket/2.2.65 (iPhone; iOS 17.5; Scale/3.00)', 'shadowrocket', []],
  [
    'Karing/1.0.26.323 platform/android ClashMeta;sing-box;clash-verge;NekoBox/Android/1.3.1;HiddifyNext;v2ray',
    'karing',
    [1, 0, 26, 323],
  ],
  ['HiddifyNext/4.1.2 (android) like ClashMeta v2ray sing-box', 'hiddify', [4, 1, 2]],
  ['HiddifyNextX/4.1.2 (ios) like ClashMeta v2ray sing-box', 'hiddify', [4, 1, 2]],
  ['NekoBox/Android/1.4.1 (Prefer ClashMeta Format)', 'nekobox', [1, 4, 1]],
  ['NekoBox/PC/4.0.1 (Prefer ClashMeta Format)', 'nekobox', [4, 0, 1]],
  ['Throne/1.0.8 (Prefer ClashMeta Format)', 'nekobox', [1, 0, 8]],
  ['Loon/807 CFNetwork/1408.0.4 Darwin/22.5.0', 'loon', [807]],
  ['mihomo.party/v2.0.0 (clash.meta)', 'mihomo', [2, 0, 0]],
  ['ClashX Meta/v1.4.24 (com.metacubex.ClashX.meta; build:622; macOS 26.0.0) Alamofire/5.10.2', 'mihomo', [1, 4, 24]],
  [
    'ClashX Pro/1.97.0.3 (com.west2online.ClashXPro; build:1.97.0.3; macOS 13.0.0) Alamofire/5.5.0',
    'clash',
    [1, 97, 0, 3],
  ],
  ['FlClash X/v0.3.0', 'mihomo', [0, 3, 0]],
  ['ClashMi/1.0.17', 'mihomo', [1, 0, 17]],
  ['clash-plus/2.0', 'mihomo', [2, 0]],
  ['ClashMeta/1.19.28; mihomo/1.19.28', 'mihomo', [1, 19, 28]],
  ['clash.meta/v1.19.23', 'mihomo', [1, 19, 23]],
  ['clash-nyanpasu/v1.6.1', 'mihomo', [1, 6, 1]],
  ['FlClash/v0.8.33  clash-verge/v1.6.6  Platform/android', 'mihomo', [0, 8, 33]],
  ['GUI.for.Clash/v1.9.9', 'mihomo', [1, 9, 9]],
  ['Clash Verge/1.7.7', 'mihomo', []],
  ['koala-clash/v1.0.2', 'mihomo', [1, 0, 2]],
  ['prizrak-box/1.0.1', 'mihomo', [1, 0, 1]],
  ['Flowvy/1.3.0', 'mihomo', [1, 3, 0]],
  ['mihoro', 'mihomo', []],
  ['clash', 'clash', []],
  ['Clash/1.9.0 (darwin)', 'clash', [1, 9, 0]],
  ['Clash (like curl)', 'clash', []],
  ['clash/2.4.7', 'mihomo', [2, 4, 7]],
  ['clash/10.1', 'mihomo', [10, 1]],
  ['Mihoro (like Clash Verge)', 'mihomo', []],
  ['ClashXtreme/1.0', 'mihomo', [1, 0]],
  ['Clash for Windows/0.20.39', 'clash', [0, 20, 39]],
  ['Clash%20for%20Android/2.5.12.premium', 'clash', [2, 5, 12]],
  ['ClashforWindows/7.0 (Windows NT 10.0; Win64; x64) Chrome/76.0.3809.126 Electron/6.0.3', 'clash', [7, 0]],
  ['ClashX%20Pro/1.118.1.1 CFNetwork/1498', 'clash', [1, 118, 1, 1]],
  ['ClashX.Meta/1.3.0', 'mihomo', [1, 3, 0]],
  ['Surge/5.8.0', 'surge', []],
  ['Surge%20iOS/3367', 'surge', [3367]],
  ['Insurgent/12345', 'generic', []],
  ['Shadowrocket/2070.1', 'shadowrocket', []],
  ['Quantumult/598 CFNetwork/975.0.3 Darwin/18.2.0', 'quantumult', [598]],
  ['husi/0.21.0 (1200; sing-box 1.13.2)', 'singbox', []],
  ['GUI.for.SingBox/v1.9.9', 'singbox', []],
  ['Sub-Store', 'generic', []],
  ['okhttp/3.8.0', 'generic', []],
  ['got/9.6.0 (https://github.com/sindresorhus/got)', 'generic', []],
  ['Clash/v1.18.0', 'clash', [1, 18, 0]],
  ['ShadowsocksWindows/4.4.1.0', 'shadowsocks', [4, 4, 1, 0]],
  ['ShadowsocksX-NG-R 1.4.3-R8 Version 3', 'generic', []],
  ['ShadowsocksR/4.9.2', 'generic', []],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/130', 'generic', []],
  ['', 'generic', []],
] as const)('%s is %s', (userAgent, family, version) => {
  expect(clientAppOf(userAgent)).toMatchObject({ family, version });
});

test.each([
  ['sing-box 1.9.7', 8],
  ['sing-box/1.10.0', 8],
  ['SFI/1.11.4 (Build 4; sing-box 1.11.4)', 11],
  ['SFA/1.12.4 (521; sing-box 1.12.4; language zh_CN)', 12],
  ['SFM/1.13.0', 12],
  ['sing-box 1.14.0-alpha.1', 14],
  ['sing-box 2.0.0', 14],
  ['GUI.for.SingBox/1.9', 12],
  ['husi/0.21.0 (1200; sing-box 1.14.1)', 14],
  ['sfa/1.14.1 (800; language zh_CN)', 14],
  ['sing-box', 12],
  ['sing-box/next', 12],
  ['sing-box 0.9', 8],
  ['GUI.for.sing-box/1.9', 12],
  ['HiddifyNext/2.5.7 (android)', 12],
  ['', 12],
] as const)('%s gets a document of tier %i', (userAgent, tier) => {
  expect(singboxTier(userAgent)).toBe(tier);
});

test('the link can ask for another tier than the client says; nonsense is ignored', () => {
  expect(singboxTier('sing-box 1.12.0', '1.11')).toBe(11);
  expect(singboxTier('sing-box 1.12.0', 'new')).toBe(12);
});

test('versions are compared as numbers', () => {
  expect(atLeast([1, 9], [1, 12], true)).toBe(false);
  expect(atLeast([1, 12, 1], [1, 12], false)).toBe(true);
  expect(atLeast([], [1], true)).toBe(true);
});

test('only the start of an endless User-Agent is read', () => {
  expect(clientAppOf(`clash/1.2 ${'a '.repeat(50_000)}surge/1`)).toMatchObject({ family: 'clash', version: [1, 2] });
  expect(clientAppOf(`${'a'.repeat(600)} surge/1`).family).toBe('generic');
});

test.each([
  ['Karing/1.0.26.323 platform/android ClashMeta;sing-box', 'karing'],
  ['HiddifyNext/4.1.2 (android) like ClashMeta v2ray sing-box', 'hiddify'],
  ['NekoBox/Android/1.4.1 (Prefer ClashMeta Format)', 'nekobox'],
  ['Quantumult/671', 'q'],
  ['Quantumult%20X/1.0.30', 'qx'],
  ['Shadowrocket/2070', 'ss'],
  ['ShadowsocksWindows/4.4.1.0', 'ss'],
  ['v2rayNG/2.3.5', 'v2box'],
  ['v2rayN/7.24.8', 'v2box'],
  ['Streisand', 'v2box'],
  ['Loon/807', 'loon'],
  ['clash.meta/1.19.20', 'mjclash'],
  ['ClashforWindows/0.20.39', 'clash'],
  ['SFI/1.12.4', 'singbox'],
  ['GUI.for.Clash/v1.9.9', 'mjclash'],
  ['mihoro', 'mjclash'],
  ['clash', 'clash'],
  ['Sub-Store', 'ss'],
  ['', 'ss'],
  ['curl/8.0', 'ss'],
] as const)('the universal link gives %s the kind %s', (userAgent, kind) => {
  expect(kindFor(clientAppOf(userAgent))).toBe(kind);
});
