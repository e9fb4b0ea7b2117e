import { rawCalls } from '@skyport/contract';
import { codes } from '@skyport/contract/codes';
import { decodeEnvelope, encodeEnvelope } from '@skyport/contract/envelope';
import { hostileTexts } from '@skyport/contract/testing/linear';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../platform/clock.ts';
import type { TestApp } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { MAX_HEADER, MAX_URL } from './bounds.ts';

/*
 * What a request says before its body: every header that the product reads, every part of an address that is a
 * parameter, and queries. All of it is bounded, and read in time in proportion to its length.
 */

const HEADERS = [
  'user-agent',
  'referer',
  'origin',
  'cookie',
  'authorization',
  'x-forwarded-for',
  'x-forwarded-proto',
  'if-none-match',
  'accept-encoding',
  'content-type',
  'sec-fetch-site',
  'x-telegram-bot-api-secret-token',
] as const;
const PATHS = ['/api/host/get', '/api/subscript/clash/a/b', '/describe/q.filter', '/api/telegram/webhook'] as const;
/** Longest parameter of a path that the router takes. */
const MAX_PARAMETER = 300;
/** A request may cost so many times a plain one, in processor time of this thread. */
const MOST_TIMES = 20;
const LEAST_MS = 1;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ TRUST_PROXY: 'loopback' });
});
afterAll(() => app.close());

const ask = async (url: string, headers: Record<string, string> = {}) => {
  app.clock.advance(HOUR_MS);
  const posted = url === '/api/host/get' || url === '/api/telegram/webhook';
  const began = process.threadCpuUsage();
  const response = await app.gate.app.inject({
    method: posted ? 'POST' : 'GET',
    url,
    headers: { host: 'console.test', ...(posted && { 'content-type': 'application/json' }), ...headers },
    ...(posted && { payload: JSON.stringify({ data: encodeEnvelope({}) }) }),
  });
  const { user, system } = process.threadCpuUsage(began);
  return { response, ms: (user + system) / 1000 };
};

const cheapest = async (url: string, headers: Record<string, string> = {}): Promise<number> => {
  let best = Infinity;
  for (let n = 0; n < 3; n += 1) best = Math.min(best, (await ask(url, headers)).ms);
  return best;
};

/** Some of the hostile texts as a header or a part of an address can carry them, of a length. */
const textsOf = (length: number): string[] =>
  [...hostileTexts(length - 4)]
    .filter((text, n) => n % 7 === 0 && /^[\x20-\x7e]*$/.test(text))
    .map((text) => text.slice(0, length));

test.each(HEADERS)('the header %s is read in time in proportion, and refused where it is endless', async (name) => {
  for (const url of PATHS) {
    const plain = Math.max(LEAST_MS, await cheapest(url));
    for (const text of textsOf(MAX_HEADER)) {
      const { response, ms } = await ask(url, { [name]: text });
      expect(response.statusCode, text.slice(0, 40)).toBeLessThan(500);
      if (ms > MOST_TIMES * plain) expect(await cheapest(url, { [name]: text })).toBeLessThan(MOST_TIMES * plain);
    }
    const { response } = await ask(url, { [name]: 'x'.repeat(MAX_HEADER + 1) });
    expect(decodeEnvelope(JSON.parse(response.body).data)).toMatchObject({ code: codes.invalidPayload.code });
  }
});

const parametric = Object.values(rawCalls).flatMap(({ path }) => (path.includes(':') ? [path] : []));

test.each(parametric)('the parameters of %s are bounded and read in time in proportion', async (path) => {
  const at = (text: string): string => path.replaceAll(/:\w+/g, encodeURIComponent(text));
  const plain = Math.max(LEAST_MS, await cheapest(at('a')));
  for (const text of textsOf(MAX_PARAMETER)) {
    const { response, ms } = await ask(at(text));
    expect(response.statusCode, text.slice(0, 40)).toBeLessThan(500);
    if (ms > MOST_TIMES * plain) expect(await cheapest(at(text))).toBeLessThan(MOST_TIMES * plain);
  }
  for (const endless of [at('a'.repeat(MAX_PARAMETER + 1)), `${at('a')}%zz`]) {
    const { response } = await ask(endless);
    expect(response.statusCode).toBe(404);
    expect(decodeEnvelope(JSON.parse(response.body).data)).toMatchObject({ code: codes.notFound.code });
  }
});

test.each(Object.values(rawCalls).filter(({ method }) => method === 'GET'))(
  'the query of $path is bounded and read in time in proportion',
  async ({ path }) => {
    const url = path.replaceAll(/:\w+/g, 'a');
    const plain = Math.max(LEAST_MS, await cheapest(`${url}?serial_id=a&key=b`));
    for (const text of textsOf(600)) {
      const asked = `${url}?serial_id=${encodeURIComponent(text)}&key=${encodeURIComponent(text)}&sb=1`.slice(
        0,
        MAX_URL - 2,
      );
      const whole = asked.replace(/%[0-9A-F]?$/, '');
      const { response, ms } = await ask(whole);
      expect(response.statusCode, text.slice(0, 40)).toBeLessThan(500);
      if (ms > MOST_TIMES * plain) expect(await cheapest(whole)).toBeLessThan(MOST_TIMES * plain);
    }
    const { response } = await ask(`${url}?${'&a=b'.repeat(MAX_URL / 4)}`);
    expect(decodeEnvelope(JSON.parse(response.body).data)).toMatchObject({ code: codes.invalidPayload.code });
  },
);
