import type { RuleSet } from '@skyport/contract/rules';
import { expect, test } from 'vitest';
import type { ResolvedLine } from '../model.ts';
import { lines } from '../testing/samples.ts';
import { defaultRules } from './default.ts';
import { planOf } from './plan.ts';
import { quicPlanOf } from './quic.ts';
import type { QuicPlan } from './quic.ts';

const here = { inXinjiang: false, inForeign: false, useEnglish: false };
const list = { zh: 'x', suffixes: [], domains: [], keywords: [], networks: [] };

/** Lists that go through a line and straight out in turn. */
const inTurn: RuleSet = {
  ...defaultRules,
  lists: [
    {
      ...list,
      id: 'one',
      target: 'select',
      suffixes: ['play.example.cn', 'video.example'],
      networks: ['198.51.100.0/24'],
    },
    {
      ...list,
      id: 'two',
      target: 'direct',
      suffixes: ['cn'],
      domains: ['www.film.example'],
      networks: ['192.0.2.0/24'],
    },
    { ...list, id: 'three', target: 'select', suffixes: ['film.example', 'last.example'] },
    { ...list, id: 'four', target: 'apple', suffixes: ['apple.example'] },
  ],
};

const of = (
  protocols: readonly ResolvedLine['protocol'][],
  rules: RuleSet = inTurn,
  namesWholeLists = false,
): QuicPlan => {
  const some = lines.filter(({ protocol }) => protocols.includes(protocol));
  return quicPlanOf(planOf(rules, some, here), some, namesWholeLists);
};

const namesOf = ({ before, refusesRest, after }: QuicPlan): unknown => ({
  before: before.map((one) => [one.id, one.refusesQuic, ...one.suffixes, ...one.networks]),
  refusesRest,
  after: after.map((one) => [one.id, ...one.suffixes, ...one.networks]),
});

test('lists through lines go behind one refusal, apart from what a later list would match', () => {
  expect(namesOf(of(['vmesh_tcp', 'h2']))).toEqual({
    before: [
      ['one', true, 'play.example.cn', '198.51.100.0/24'],
      ['two', false, 'cn', '192.0.2.0/24'],
      ['four', false, 'apple.example'],
    ],
    refusesRest: true,
    after: [
      ['one', 'video.example'],
      ['three', 'film.example', 'last.example'],
    ],
  });
});

test('for writers that name whole lists each is refused in its place', () => {
  expect(namesOf(of(['reality'], inTurn, true))).toEqual({
    before: [
      ['one', true, 'play.example.cn', 'video.example', '198.51.100.0/24'],
      ['two', false, 'cn', '192.0.2.0/24'],
      ['three', true, 'film.example', 'last.example'],
      ['four', false, 'apple.example'],
    ],
    refusesRest: true,
    after: [],
  });
});

test('lines that carry datagrams as such carry QUIC, and so does every line where the rules say it', () => {
  for (const plan of [of(['h2', 'compat', 'ss']), of(['vmesh_ws'], { ...inTurn, carriesQuic: true })]) {
    expect(plan.refusesRest).toBe(false);
    expect(plan.before.filter(({ refusesQuic }) => refusesQuic)).toEqual([]);
    expect(plan.before.map(({ id }) => id)).toEqual(['one', 'two', 'three', 'four']);
  }
});

test('rules that send the rest straight out refuse QUIC of their lists alone', () => {
  const direct = of(['vmesh_tcp'], { ...inTurn, final: 'apple' });
  expect([direct.refusesRest, direct.after]).toEqual([false, []]);
  expect(direct.before.map(({ refusesQuic }) => refusesQuic)).toEqual([true, false, true, false]);
});
