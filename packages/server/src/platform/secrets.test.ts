import fc from 'fast-check';
import { createHmac, hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemRandom } from './ids.ts';
import { createSecrets, sameBytes } from './secrets.ts';

const KEY = 'a key that is long enough for all of this';
const secrets = createSecrets(KEY, systemRandom);

test('the MAC of a purpose is HMAC-SHA256 under the key derived for it', () => {
  const derived = Buffer.from(hkdfSync('sha256', KEY, 'skyport', 'mac:userkey', 32));
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const expected = createHmac('sha256', derived).update(text).digest();
      expect(secrets.mac('userkey', text).equals(expected)).toBe(true);
    }),
  );
  expect(secrets.mac('userkey', 'x').equals(secrets.mac('password', 'x'))).toBe(false);
});

test('what is encrypted opens only in its place, whole, and under its key', () => {
  const encrypted = secrets.encrypt('天港', 'users.userkey:1');
  expect(secrets.decrypt(encrypted, 'users.userkey:1')).toBe('天港');
  expect(() => secrets.decrypt(encrypted, 'users.userkey:2')).toThrow();
  expect(() => createSecrets(`${KEY}!`, systemRandom).decrypt(encrypted, 'users.userkey:1')).toThrow();
  for (let at = 0; at < encrypted.length; at++) {
    const broken = Buffer.from(encrypted);
    broken[at]! ^= 1;
    expect(() => secrets.decrypt(broken, 'users.userkey:1')).toThrow();
  }
});

test('the same text is encrypted differently each time', () => {
  expect(sameBytes(secrets.encrypt('x', 'c'), secrets.encrypt('x', 'c'))).toBe(false);
});

test('a short key is refused', () => {
  expect(() => createSecrets('short', systemRandom)).toThrow('32 characters');
});
