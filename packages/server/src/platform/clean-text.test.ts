import { expect, test } from 'vitest';
import { cleanText } from './clean-text.ts';

const parseProblem = (text: string): string => {
  try {
    JSON.parse(text);
    return '';
  } catch (problem) {
    return (problem as Error).message;
  }
};

test.each([
  ['a session part', 'no session 7fQ2_k-3mXc9VtLk4HsWzB8nJfPd3GyTa6Ue', '7fQ2_k'],
  ['a key of a link', 'GET /api/subscript/clash/u/q7Rm2Xc9VtLk4HsWzB8nJfPd3GyTa6Ue failed', 'q7Rm2Xc9'],
  [
    'a token of a bot',
    'fetch failed: https://api.telegram.org/bot123456:AAF-xyz_0123456789abcdefghijkl/send',
    'AAF-xyz',
  ],
  ['a log-in of a database', 'connect postgres://app:hunter2@db:5432/skyport refused', 'hunter2'],
  ['a query', 'GET https://pay.example/notify?sign=abc&key=short failed', 'short'],
  ['a named password', 'login failed, password: hunter2', 'hunter2'],
  ['a quoted password', '{"password":"hunter2","user":"a"}', 'hunter2'],
  ['a header', 'sent authorization: Basic aHVudGVyMg==', 'aHVudGVyMg'],
  ['a setting', 'invalid api_key=k123;', 'k123'],
  ['a short body that is no JSON', parseProblem('hunter2'), 'hunter2'],
  ['a body that breaks off', parseProblem('{"password":"hunter2", "b": [1,2'), 'hunter2'],
  ['a long body that is no JSON', parseProblem(`{"a": "${'x'.repeat(30)} hunter2 ${'y'.repeat(30)}" oops`), 'hunter2'],
])('%s is replaced', (_what, message, secret) => {
  expect(cleanText(message, 1000)).not.toContain(secret);
});

test('what helps an operator stays', () => {
  const said = "Cannot read properties of undefined (reading 'map') at line 12: connect ECONNREFUSED 203.0.113.7:5432";
  expect(cleanText(said, 1000)).toBe(said);
  for (const name of ['coupons_code', 'backup_interval_seconds_exceeded', '/var/lib/postgresql/data/base'])
    expect(cleanText(`violates "${name}"`, 1000)).toContain(name);
});

test('a long message is cut', () => {
  expect(cleanText('no '.repeat(1000), 300)).toHaveLength(300);
});

test('a secret of which only half would be looked at is not shown at all', () => {
  const long = `${'x'.repeat(7990)} ${'k'.repeat(32)}`;
  expect(cleanText(long, 1000)).not.toMatch(/k/);
  expect(cleanText('k'.repeat(1_000_000), 1000)).toBe('');
});
