import { expect, test } from 'vitest';
import { MIB } from '@skyport/contract/units';
import type { EngineDeath } from './engines.ts';
import { unreportedOf, verdictOf, type Evidence } from './verdict.ts';

const totals = (up: number, down: number) => new Map([['2.1', { up, down }]]);
const body = 10 * MIB;
const death: EngineDeath = {
  agent: 0,
  ticked: totals(10, 100),
  reported: totals(20, 200),
  counted: totals(30, 300),
  watched: true,
  waited: 0,
};
/** A storm in which all is well: one engine died, the one after it lives. */
const calm: Evidence = {
  living: totals(body, body),
  deaths: [death],
  booked: totals(body + 20, body + 200),
  measured: new Map([['2.1', { received: body, given: body, connections: 20, broken: 1 }]]),
  farEnd: { sent: { '2.1': body }, received: { '2.1': body } },
  unattributed: [110],
  lines: new Map([[1, { protocol: 'ss', agent: 0 }]]),
};

test('what living engines count and dead ones had reported is what must be booked', () => {
  expect(verdictOf(calm)).toEqual([]);
  expect([...unreportedOf([death])]).toEqual([['2.1', { up: 10, down: 100 }]]);
});

test('what the kernel had counted before the engine did may be missing from a loss', () => {
  expect(verdictOf({ ...calm, unattributed: [100], deaths: [{ ...death, waited: 10 }] })).toEqual([]);
});

const wrong: readonly (readonly [string, Partial<Evidence>, RegExp])[] = [
  [
    'one byte too much',
    { booked: totals(body + 20, body + 201) },
    /the engine counted \d+ up and \d+ down, booked are/,
  ],
  ['one byte too little', { booked: totals(body + 19, body + 200) }, /the engine counted/],
  [
    'somebody who is booked and used nothing',
    { booked: new Map([...calm.booked, ['9.1', { up: 1, down: 0 }]]) },
    /9\.1/,
  ],
  [
    'an engine of which more was read than it counted',
    { deaths: [{ ...death, counted: totals(20, 199) }] },
    /at its death/,
  ],
  [
    'an engine that took more than a tick with it',
    { deaths: [{ ...death, ticked: totals(21, 100) }] },
    /some ticks before/,
  ],
  [
    'bytes that a client has and nobody is billed for',
    { measured: new Map([['2.1', { received: 2 * body, given: body, connections: 20, broken: 0 }]]) },
    /came through down/,
  ],
  [
    'bytes that the far end has and nobody is billed for',
    { farEnd: { sent: { '2.1': body }, received: { '2.1': 2 * body } } },
    /came through up/,
  ],
  [
    'a bill for more than was sent',
    { farEnd: { sent: { '2.1': body - MIB }, received: { '2.1': body } } },
    /bytes down are billed for bodies of/,
  ],
  ['a loss that an agent hides', { unattributed: [109] }, /agent 1 shows 109 bytes of nobody, 110 died/],
  [
    'a loss that is more than what waited in the kernel',
    { unattributed: [0], deaths: [{ ...death, waited: 109 }] },
    /0 bytes of nobody, 110 died with its engines, 109 waited/,
  ],
  ['a loss that never was', { unattributed: [5 * MIB] }, /only 110 died/],
];

test.each(wrong)('%s is found', (_, change, sentence) => {
  const problems = verdictOf({ ...calm, ...change });
  expect(problems.join('\n')).toMatch(sentence);
});
