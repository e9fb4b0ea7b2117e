import { expect, test } from 'vitest';
import { isSafeHref } from './rules.ts';

test('routes of the console and HTTPS pages are safe', () => {
  for (const href of ['#/wallet', '/#/feedback?id=1', 'https://example.com/a']) expect(isSafeHref(href)).toBe(true);
});

test('scripts, other schemes, other origins and bare text are not', () => {
  for (const href of [
    'javascript:alert(1)',
    'http://example.com',
    'data:text/html,x',
    '//evil.example',
    'wallet',
    '',
    '#/a b',
  ])
    expect(isSafeHref(href)).toBe(false);
});
