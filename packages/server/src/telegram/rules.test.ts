import { expect, test } from 'vitest';
import { systemRandom } from '../platform/ids.ts';
import { bindArgs, botLink, commandOf, makeCode, nameOf } from './rules.ts';

test('a name is one line without signs that hide or turn around what follows', () => {
  expect(nameOf({ id: 1, first_name: '林', last_name: '小姐', username: 'lin' })).toBe('林 小姐 (@lin)');
  expect(nameOf({ id: 1, first_name: 'a\u202Eb\u200B\nc\u0000' })).toBe('a b c');
  expect(nameOf({ id: 7, first_name: '\u200B', username: 'lin' })).toBe('@lin');
  expect(nameOf({ id: 7, first_name: ' ', username: 'not a name' })).toBe('7');
  expect(nameOf({ id: 7, first_name: '😀'.repeat(500) })).toBe('😀'.repeat(60));
});

test('a command is for this bot when it names no other one', () => {
  expect(commandOf('/bind a  b', 'sky_bot')).toEqual({ name: 'bind', args: ['a', 'b'] });
  expect(commandOf(' /ME@Sky_Bot\n', 'sky_bot')).toEqual({ name: 'me', args: [] });
  for (const text of ['/me@other_bot', 'me', '/', '', 'please /me', '/me;drop']) {
    expect(commandOf(text, 'sky_bot')).toBeUndefined();
  }
});

test('what is bound is an id, with or without a code', () => {
  const id = '0190a1b2-0000-7000-8000-0000000000ab';
  expect(bindArgs([id])).toEqual({ userId: id, code: undefined });
  expect(bindArgs([id.toUpperCase(), 'abcd2345'])).toEqual({ userId: id, code: 'ABCD2345' });
  for (const args of [[], ['1'], [`${id}x`], ['<user id>']]) expect(bindArgs(args)).toBeUndefined();
});

test('codes are eight signs of base32, different each time', () => {
  const many = Array.from({ length: 200 }, () => makeCode(systemRandom));
  for (const code of many) expect(code).toMatch(/^[A-Z2-7]{8}$/);
  expect(new Set(many).size).toBe(200);
});

test('there is no link to no bot', () => {
  expect([botLink(''), botLink('', 'x'), botLink('sky_bot'), botLink('sky_bot', 'x')]).toEqual([
    '',
    '',
    'https://t.me/sky_bot',
    'https://t.me/sky_bot?start=x',
  ]);
});
