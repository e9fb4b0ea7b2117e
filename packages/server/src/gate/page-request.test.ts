import { expect, test } from 'vitest';
import { wantsPage } from './page-request.ts';

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1';
const page = { 'user-agent': SAFARI, accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

test('a browser that opens an address wants a page, whether or not it says what for', () => {
  expect(wantsPage(page)).toBe(true);
  expect(wantsPage({ ...page, 'sec-fetch-dest': 'document' })).toBe(true);
});

test.each([
  ['a client that says nothing', { 'user-agent': 'ClashMeta/1.19' }],
  ['a client that reads everything', { 'user-agent': 'Shadowrocket/2070', accept: '*/*' }],
  ['a client that names HTML, too', { ...page, 'user-agent': 'okhttp/4.12' }],
  ['a program under the name of a browser', { 'user-agent': SAFARI, accept: '*/*' }],
  ['a script of a page', { ...page, accept: 'application/json, text/plain, */*' }],
  ['a frame', { ...page, 'sec-fetch-dest': 'iframe' }],
  ['a fetch that names HTML', { ...page, 'sec-fetch-dest': 'empty' }],
  ['nobody', { accept: page.accept }],
])('%s does not', (_who, headers) => {
  expect(wantsPage(headers)).toBe(false);
});
