import { codes } from '@skyport/contract/codes';
import { expect, test } from 'vitest';
import { beginning, continueSeries, type Outcome, outcomeOf, type Progress, WAIT_MS } from './series.ts';

const LOST = 502;
const made: Outcome = { kind: 'made' };
const throttled: Outcome = { kind: 'throttled' };
const taken: Outcome = { kind: 'taken' };
const lost: Outcome = { kind: 'lost', why: '网络错误' };

/** Runs a series of so many against a server that answers as said, then makes whatever it is asked for. */
const run = async (wanted: number, answers: readonly Outcome[], from: Progress = beginning, stopAt?: number) => {
  const control = new AbortController();
  const left = [...answers];
  const sent: string[] = [];
  const pauses: number[] = [];
  const steps: (readonly [number, boolean])[] = [];
  let codesGiven = from.unanswered === undefined ? 0 : 100;
  const progress = await continueSeries(from, {
    wanted,
    send: async (code) => {
      sent.push(code);
      if (sent.length === stopAt) control.abort();
      return left.shift() ?? made;
    },
    newCode: () => `c${(codesGiven += 1)}`,
    pause: async (ms) => void pauses.push(ms),
    signal: control.signal,
    onStep: (...step) => void steps.push(step),
  });
  return { progress, sent, pauses, steps };
};

test('a series makes as many as are wanted, each with a code of its own', async () => {
  const { progress, sent, pauses, steps } = await run(3, []);
  expect(progress).toEqual({ made: 3, unanswered: undefined, why: undefined });
  expect(sent).toEqual(['c1', 'c2', 'c3']);
  expect(pauses).toEqual([]);
  expect(steps).toEqual([
    [1, false],
    [2, false],
    [3, false],
  ]);
});

test('it waits as often as the server asks for it, says so, and goes on to the end', async () => {
  const { progress, sent, pauses, steps } = await run(200, [
    ...Array.from({ length: 60 }, () => made),
    throttled,
    throttled,
    made,
    throttled,
  ]);
  expect(progress.made).toBe(200);
  expect(sent).toHaveLength(203);
  expect(pauses).toEqual([WAIT_MS, WAIT_MS, WAIT_MS]);
  expect(steps.filter(([, waits]) => waits)).toEqual([
    [60, true],
    [60, true],
    [61, true],
  ]);
});

test('it can be stopped, also while it waits, and continued from there', async () => {
  const first = await run(5, [made, made], beginning, 2);
  expect(first.progress).toEqual({ made: 2, unanswered: undefined, why: undefined });
  const waiting = await run(5, [throttled], first.progress, 1);
  expect(waiting.progress.made).toBe(2);
  expect(waiting.sent).toHaveLength(1);
  expect((await run(5, [], waiting.progress)).progress.made).toBe(5);
});

test('a refusal ends it with its reason; continued, it makes what is missing', async () => {
  const { progress } = await run(4, [made, { kind: 'refused', why: '没有权限' }]);
  expect(progress).toEqual({ made: 1, unanswered: undefined, why: '没有权限' });
  expect((await run(4, [], progress)).progress).toEqual({ made: 4, unanswered: undefined, why: undefined });
});

test('a code that somebody has already is replaced by another one, but not for ever', async () => {
  const { progress, sent } = await run(2, [taken, made, taken, taken]);
  expect(progress.made).toBe(2);
  expect(sent).toEqual(['c1', 'c2', 'c3', 'c4', 'c5']);
  const never = await run(
    1,
    Array.from({ length: 100 }, () => taken),
  );
  expect(never.progress).toMatchObject({ made: 0, why: codes.conflict.msg });
  expect(never.sent).toHaveLength(10);
});

test('a call without an answer is repeated with its code, and counts once whether or not it had made the coupon', async () => {
  const { progress } = await run(3, [made, lost]);
  expect(progress).toEqual({ made: 1, unanswered: 'c2', why: '网络错误' });
  const hadMade = await run(3, [taken], progress);
  expect(hadMade.sent).toEqual(['c2', 'c101']);
  expect(hadMade.progress.made).toBe(3);
  const hadNot = await run(3, [made], progress);
  expect(hadNot.sent).toEqual(['c2', 'c101']);
  expect(hadNot.progress.made).toBe(3);
});

test.each([
  [codes.throttled, { kind: 'throttled' }],
  [codes.conflict, { kind: 'taken' }],
  [codes.roleForbidden, { kind: 'refused', why: '没有权限' }],
  [
    { code: LOST, msg: '网络错误' },
    { kind: 'lost', why: '网络错误' },
  ],
] as const)('an answer of %j means %j', (problem, outcome) => {
  expect(outcomeOf(problem, LOST)).toEqual(outcome);
});
