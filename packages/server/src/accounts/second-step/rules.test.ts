import { expect, test } from 'vitest';
import { systemRandom } from '../../platform/ids.ts';
import { makeRecoveryCodes, makeSecret, stepOf, uriOf } from './rules.ts';
import { appCode } from './testing.ts';

/** The secret of the test vectors of RFC 6238, appendix B. */
const RFC = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number): Date => new Date(seconds * 1000);
const step = (seconds: number): number => Math.floor(seconds / 30);

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the test vector of RFC 6238 for second %i', (seconds, code) => {
  expect(appCode(RFC, at(seconds))).toBe(code);
  expect(stepOf(RFC, code, { now: at(seconds), after: 0 })).toBe(step(seconds));
});

test.each([
  [-2, false],
  [-1, true],
  [0, true],
  [1, true],
  [2, false],
])('a clock that is off by %i steps is taken: %s', (off, taken) => {
  const now = 1_800_000_015;
  const found = stepOf(RFC, appCode(RFC, at(now + off * 30)), { now: at(now), after: 0 });
  expect(found).toBe(taken ? step(now) + off : undefined);
});

test('a step that was taken is not taken again, nor one before it', () => {
  const now = 1_800_000_015;
  const code = appCode(RFC, at(now));
  expect(stepOf(RFC, code, { now: at(now), after: step(now) - 1 })).toBe(step(now));
  expect(stepOf(RFC, code, { now: at(now), after: step(now) })).toBe('used');
  expect(stepOf(RFC, appCode(RFC, at(now - 30)), { now: at(now), after: step(now) })).toBeUndefined();
});

test('a secret has 160 bits and its address says whose it is', () => {
  const secret = makeSecret(systemRandom);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(makeSecret(systemRandom)).not.toBe(secret);
  const uri = new URL(uriOf(secret, { site: '天港', email: 'lin@example.com' }));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('天港:lin@example.com');
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret, issuer: '天港', digits: '6', period: '30' });
});

test('ten recovery codes, each once, without look-alikes', () => {
  const codes = makeRecoveryCodes(systemRandom);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[2-9a-hj-km-np-z]{10}$/);
});
