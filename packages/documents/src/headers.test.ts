import { ServerResponse, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentHeaders } from './headers.ts';

const headersOf = (changes: Partial<Parameters<typeof documentHeaders>[0]> = {}): Record<string, string> =>
  documentHeaders({
    title: '云港',
    contentType: 'text/yaml; charset=utf-8',
    upload: 0,
    download: 1024,
    total: 2048n,
    expireSeconds: 1_800_000_000,
    webPage: 'https://www.example.com/',
    ...changes,
  });

test('the headers say use, title, pace and page', () => {
  expect(headersOf()).toEqual({
    'content-type': 'text/yaml; charset=utf-8',
    'subscription-userinfo': 'upload=0; download=1024; total=2048; expire=1800000000',
    'profile-update-interval': '24',
    'profile-web-page-url': 'https://www.example.com/',
    'support-url': 'https://www.example.com/#/feedback',
    'content-disposition': `attachment; filename="sub"; filename*=UTF-8''%E4%BA%91%E6%B8%AF`,
    'profile-title': 'base64:5LqR5riv',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  });
});

test('a notice is announced, at most 200 characters of it', () => {
  const { announce = '' } = headersOf({ announcement: ` ${'海'.repeat(300)}` });
  expect(Buffer.from(announce.replace(/^base64:/, ''), 'base64').toString('utf8')).toBe('海'.repeat(200));
  expect(headersOf({ announcement: ' ' })).not.toHaveProperty('announce');
});

test.each([Number.NaN, -5, Number.POSITIVE_INFINITY, -1n])('a count of %s is shown as 0', (n) => {
  expect(headersOf({ download: n })['subscription-userinfo']).toContain('download=0;');
});

test('large and broken counts are whole digits', () => {
  expect(headersOf({ total: 1e21, download: 1.9 })['subscription-userinfo']).toBe(
    'upload=0; download=1; total=1000000000000000000000; expire=1800000000',
  );
});

test('any title and page can be sent: Node refuses no header', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 40 });
  fc.assert(
    fc.property(anyText, anyText, (title, webPage) => {
      const response = new ServerResponse(new IncomingMessage(new Socket()));
      for (const [name, value] of Object.entries(
        headersOf({ title, webPage, extension: title, announcement: title }),
      )) {
        response.setHeader(name, value);
        expect(value).toMatch(/^[\u0020-\u007e]*$/);
      }
    }),
  );
});
