import { expect, test } from 'vitest';
import { timesInTests } from './test-times.ts';

const PATHS = {
  test: 'packages/server/src/shop/a.api.test.ts',
  engine: 'packages/agent/src/a.engine.test.ts',
  timing: 'packages/agent/src/a.timing.test.ts',
  e2e: 'e2e/a.e2e.ts',
  testkit: 'testkit/a.ts',
  helper: 'packages/agent/src/testing/a.ts',
  product: 'packages/agent/src/a.ts',
} as const;
const PROMISES = "import { setTimeout as sleep } from 'node:timers/promises';\n";

const found = (place: keyof typeof PATHS, text: string): readonly string[] =>
  timesInTests(new Map([[PATHS[place], text]])).map((problem) => problem.replace(/^\S+ /, ''));

test.each([
  "test('a', run, 5000);",
  "test('a', { timeout: 5000 }, run);",
  "test.skipIf(true)('a', run, 240_000);",
  "test.each([1])('a', run, 5000);",
  'const TIMEOUT = 4 * 60_000;\nbeforeAll(run, TIMEOUT);',
  'const slow = { a: 1 };\nexpect.poll(run, { interval: 10, timeout: 5000 });',
  'waitFor(run, { timeout: 2 * 1000 });',
  "await page.getByText('a').waitFor({ timeout: 15_000 });",
  'const LATE_MS = 5000;\nawait page.goto(url, { timeout: LATE_MS });',
  "until('a', run, { withinMs: 3000 });",
  'const QUIET_MS = 30_000;\nwaitFor(run, { timeout: QUIET_MS });',
  'const shown = (text: string, timeout = 8000) => waitFor(text, { timeout });',
  'fetch(url, { signal: AbortSignal.timeout(2000) });',
  'socket.setTimeout(2000);',
])('finds the planted timeout in %j', (text) => {
  for (const place of ['test', 'engine', 'e2e', 'testkit', 'helper'] as const)
    expect(found(place, text)).toEqual(['has a timeout of its own']);
});

test.each([
  'await new Promise((resolve) => setTimeout(resolve, 300));',
  'await new Promise((resolve) => setTimeout(() => resolve(1), 2 * 100));',
  'setTimeout(() => connection.end(), 50);',
  `${PROMISES}await sleep(500);`,
  `${PROMISES}const A_WHILE = 500;\nawait sleep(A_WHILE);`,
  'await delay(100);',
  'await quiet(100);',
  'const QUIET_MS = 30_000;\nawait quiet(QUIET_MS);',
  'await page.waitForTimeout(3000);',
])('finds the planted sleep in %j', (text) => {
  for (const place of ['test', 'engine', 'e2e', 'testkit', 'helper'] as const)
    expect(found(place, text)).toEqual(['sleeps']);
});

test.each([
  'await new Promise((resolve) => setTimeout(resolve, 2 * lease.ms));',
  `${PROMISES}await sleep(lease.ms);`,
  'await page.waitForTimeout(lease.ms);',
])('finds the planted sleep of a computed time in a test: %j', (text) => {
  expect(found('test', text)).toEqual(['sleeps']);
});

test.each([
  'const began = Date.now();\nexpect(Date.now() - began).toBeLessThan(1000);',
  'const began = performance.now();\nconst took = performance.now() - began;',
  "until('a', () => Date.now() - stream.lastByteAt() > 2000);",
  'for (const deadline = performance.now() + 5; performance.now() < deadline;);',
])('finds the planted measure of time in %j', (text) => {
  for (const place of ['test', 'e2e', 'testkit'] as const) expect(found(place, text)).toEqual(['measures time']);
});

test.each([
  "test('a', run);",
  "import { PATIENCE_MS } from '../testkit/patience.ts';\nwaitFor(run, { timeout: PATIENCE_MS });",
  'expect(answer).toEqual({ timeout: 1, refused: 2 });\nconst health = { failed: { timeout: 5 } };',
  'const QUIET_MS = 300;\nawait quiet(QUIET_MS);\nawait page.waitForTimeout(QUIET_MS);',
  'await quiet();',
  'await new Promise((resolve) => setTimeout(resolve));',
  'const from = new Date(Date.now() - 3_600_000);\nconst HOUR_MS = 5;\nconst to = Date.now() - HOUR_MS;',
  'const began = Date.now();\nexpect(Date.now() - began).toBeGreaterThanOrEqual(1900);',
  'vi.advanceTimersByTime(5000);\nvi.useFakeTimers();',
])('lets %j stand', (text) => {
  for (const place of ['test', 'engine', 'e2e'] as const) expect(found(place, text)).toEqual([]);
});

test('lets tests about real time, the product, and the delay of a slow gateway be', () => {
  const text = `${PROMISES}test('a', run, 5000);\nawait sleep(500);\nexpect(Date.now() - began).toBeLessThan(1000);`;
  expect([found('timing', text), found('product', text)]).toEqual([[], []]);
  expect(found('testkit', 'await new Promise((resolve) => setTimeout(resolve, trouble.slow));')).toEqual([]);
});

test('lets engine tests alone wait for what an engine tells nobody', () => {
  const text = "await engineSettles('opens its port');";
  expect([found('engine', text), found('timing', text)]).toEqual([[], []]);
  expect(found('test', text)).toEqual(['waits for an engine outside of engine tests']);
});
