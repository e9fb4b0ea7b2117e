import { expect, test } from 'vitest';
import { MOST_OWN_NAMES, ownNamesProblem, tidiedNames } from './own-names.ts';

const many = (count: number): string[] => Array.from({ length: count }, (_, n) => `site-${n}.example`);

test('names are stored in lower case, without a dot in front, each once', () => {
  expect(
    tidiedNames({ direct: [' +.One.example', 'one.example', '', '例子.example'], proxied: ['.Two.example'] }),
  ).toEqual({
    direct: ['one.example', 'xn--fsqu00a.example'],
    proxied: ['two.example'],
  });
});

test.each([
  ['an address', { direct: ['192.0.2.1'], proxied: [] }, 'direct'],
  ['a link', { direct: [], proxied: ['https://one.example/'] }, 'proxied'],
  ['the end of a rule', { direct: ['one.example,REJECT'], proxied: [] }, 'direct'],
  ['a name in both lists', { direct: ['one.example'], proxied: ['one.example'] }, 'proxied'],
  ['too many names', { direct: many(MOST_OWN_NAMES), proxied: ['one.example'] }, 'proxied'],
] as const)('refuses %s at its field', (_, { direct, proxied }, field) => {
  expect(ownNamesProblem({ direct: [...direct], proxied: [...proxied] })).toMatchObject({ field });
});

test('takes as many names as there may be', () => {
  expect(ownNamesProblem({ direct: many(MOST_OWN_NAMES - 1), proxied: ['one.example'] })).toBeUndefined();
});
