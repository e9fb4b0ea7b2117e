import { expect, test } from 'vitest';
import { systemRandom } from '../platform/ids.ts';
import { createSecrets } from '../platform/secrets.ts';
import { dailyKeyOf, keyOf } from './keys.ts';

const key = 'aB3'.repeat(10) + 'xy';

test('what clients glue onto a key is cut off, and nothing else passes for one', () => {
  expect(keyOf(key)).toBe(key);
  expect(keyOf(`${key}&name=%E5%A4%A9`)).toBe(key);
  for (const part of ['', '&', key.slice(1), `${key}x`, `${key.slice(1)}-`, `${key}?`])
    expect(keyOf(part)).toBeUndefined();
});

test('bug 5: what an app glues onto a link that has no question mark does not change its key (Xboard 429)', () => {
  for (const glued of ['&flag=shadowrocket', '&flag=shadowrocket&name=x', '&']) expect(keyOf(key + glued)).toBe(key);
});

test("the day's key differs by day, by user and by installation, and looks like a key", () => {
  const secrets = createSecrets('k'.repeat(32), systemRandom);
  const daily = dailyKeyOf(secrets, key, '2026-11-21');
  expect(keyOf(daily)).toBe(daily);
  const others = [
    dailyKeyOf(secrets, key, '2026-11-22'),
    dailyKeyOf(secrets, `${key.slice(1)}z`, '2026-11-21'),
    dailyKeyOf(createSecrets('z'.repeat(32), systemRandom), key, '2026-11-21'),
  ];
  expect(new Set([daily, ...others]).size).toBe(4);
});
