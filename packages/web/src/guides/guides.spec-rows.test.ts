import { expect, test } from 'vitest';
import { clients, UPDATE_MINUTES, versions } from '../subscription/index.ts';
import { guides } from './guides.ts';

/** Every word of a guide, the words of its drawings included. */
const textOf = (path: string): string => JSON.stringify(guides.find((guide) => guide.path === path));

test.each([
  { where: '/singbox_for_mac', phrases: ['Remote', '订阅链接', 'Dashboard', 'Start', 'Groups', '闪电'] },
  {
    where: '/singbox_for_android',
    phrases: ['apk', 'Remote', 'Auto Update', 'Dashboard', 'Groups', '7.0', '"import"', '"copy"'],
  },
  { where: '/singbox_for_win', phrases: ['zip', '内核', '快速开始', '系统代理', '"import"', '"copy"'] },
  { where: '/clash_for_macos', phrases: ['dmg', '"import"', '托管配置', 'Config Name', '设置为系统代理'] },
])('the guide $where names $phrases', ({ where, phrases }) => {
  const text = textOf(where);
  expect(phrases.filter((phrase) => !text.includes(phrase))).toEqual([]);
});

test('versions are those of the specification, and guides show them', () => {
  expect(versions).toMatchObject({
    flclash: '0.8.59',
    clashWindows: '0.20.39',
    clashAndroid: '2.1.5',
    clashMac: '1.40.0',
    v2rayNG: '1.6.20',
    clashMeta: '2.10.4',
    v2rayNLeast: '7.0.0',
    androidLeast: '7.0',
  });
  expect(UPDATE_MINUTES).toBe(1440);
  const shown = {
    '/flclash_for_pc': versions.flclash,
    '/flclash_for_android': versions.flclash,
    '/clash_for_windows': versions.clashWindows,
    '/clash_for_android': versions.clashAndroid,
    '/clash_for_macos': versions.clashMac,
    '/v2rayng_for_android': versions.v2rayNG,
    '/clash_meta_for_android': versions.clashMeta,
    '/v2rayng_for_windows': versions.v2rayNLeast,
  };
  for (const [path, version] of Object.entries(shown)) expect(textOf(path), path).toContain(version);
  expect(guides.some(({ path }) => textOf(path).includes('1440'))).toBe(true);
  expect(clients.Windows.map(({ note }) => note).join()).toContain(versions.flclash);
});
