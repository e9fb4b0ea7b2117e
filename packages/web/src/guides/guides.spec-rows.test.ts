import { expect, test } from 'vitest';
import { clients } from '../subscription/index.ts';
import { guides } from './guides.ts';
import { UPDATE_MINUTES, versions } from './versions.ts';

/** Every word of a guide, the words of its drawings included. */
const wordsOf = (path: string): string => JSON.stringify(guides.find((guide) => guide.path === path));

test.each([
  { where: '/singbox_for_mac', words: ['Remote', '订阅链接', 'Dashboard', 'Start', 'Groups', '闪电'] },
  {
    where: '/singbox_for_android',
    words: ['apk', 'Remote', 'Auto Update', 'Dashboard', 'Groups', '7.0', '"import"', '"copy"'],
  },
  { where: '/singbox_for_win', words: ['zip', '内核', '快速开始', '系统代理', '"import"', '"copy"'] },
  { where: '/clash_for_macos', words: ['dmg', '"import"', '托管配置', 'Config Name', '设置为系统代理'] },
])('the guide $where names $words', ({ where, words }) => {
  const text = wordsOf(where);
  expect(words.filter((word) => !text.includes(word))).toEqual([]);
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
  for (const [path, version] of Object.entries(shown)) expect(wordsOf(path), path).toContain(version);
  expect(guides.some(({ path }) => wordsOf(path).includes('1440'))).toBe(true);
  expect(clients.Windows.map(({ note }) => note).join()).toContain(versions.flclash);
});
