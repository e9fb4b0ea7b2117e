import fc from 'fast-check';
import { createHmac, hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemRandom } from './ids.ts';
import { readEnv } from './env.ts';
import { createSecrets, macKeyOf, sameBytes } from './secrets.ts';

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

test('old keys decrypt, and their values are encrypted under the new one', () => {
  const rotated = createSecrets(`${KEY}!`, systemRandom, { oldKeys: ['o'.repeat(32), KEY] });
  const before = secrets.encrypt('天港', 'c');
  expect(rotated.decrypt(before, 'c')).toBe('天港');
  const after = rotated.reencrypt(before, 'c')!;
  expect(createSecrets(`${KEY}!`, systemRandom).decrypt(after, 'c')).toBe('天港');
  expect(rotated.reencrypt(after, 'c')).toBeUndefined();
  expect(() => secrets.decrypt(after, 'c')).toThrow();
  expect(() => rotated.reencrypt(before, 'd')).toThrow();
  expect(() => createSecrets(KEY, systemRandom, { oldKeys: ['short'] })).toThrow('32 characters');
});

test('stored HMAC keys stay the same; the key of captchas rotates, and the old one is valid too', () => {
  const macKeys = new Map([['audit', macKeyOf(KEY, 'audit')]]);
  const rotated = createSecrets(`${KEY}!`, systemRandom, { oldKeys: [KEY], macKeys });
  expect(rotated.mac('audit', 'x').equals(secrets.mac('audit', 'x'))).toBe(true);
  expect(rotated.validMacs('audit', 'x')).toEqual([secrets.mac('audit', 'x')]);
  const fresh = createSecrets(`${KEY}!`, systemRandom);
  expect(rotated.validMacs('captcha', 'x')).toEqual([fresh.mac('captcha', 'x'), secrets.mac('captcha', 'x')]);
});

test('old keys are a list in the environment; one that is too short is refused without its text', () => {
  expect(readEnv({ SECRET_KEY_OLD: `${KEY}, ${'o'.repeat(32)} ,` }).SECRET_KEY_OLD).toEqual([KEY, 'o'.repeat(32)]);
  const refused = () => readEnv({ SECRET_KEY_OLD: `${KEY},short-one` });
  expect(refused).toThrow('SECRET_KEY_OLD.1: each old key must be at least 32 characters long');
  expect(refused).not.toThrow('short-one');
});
