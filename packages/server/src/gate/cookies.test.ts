import { expect, test } from 'vitest';
import { cookieNamed, cookiesOf } from './cookies.ts';

const sent = (cookie?: string) => cookiesOf({ headers: cookie === undefined ? {} : { cookie } });

test('cookies are read in the order in which they were sent, as they were sent', () => {
  expect(sent('token=abc; sb=d=e;c=%20;token=other')).toEqual([
    ['token', 'abc'],
    ['sb', 'd=e'],
    ['c', '%20'],
    ['token', 'other'],
  ]);
});

test('a name without a value, an empty header and none at all are no fault', () => {
  expect(sent('lonely; =x; ')).toEqual([
    ['lonely', ''],
    ['', 'x'],
    ['', ''],
  ]);
  expect(sent('')).toEqual([['', '']]);
  expect(sent()).toEqual([]);
});

test('of two cookies of a name the first is meant', () => {
  expect(cookieNamed(sent('sb=1; sb=2'), 'sb')).toBe('1');
  expect(cookieNamed(sent('sbx=1'), 'sb')).toBeUndefined();
});
