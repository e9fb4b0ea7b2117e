import { expect, test } from 'vitest';
import { z } from 'zod';
import { changedNames, changedSince, shownSchema } from './changed-fields.ts';
import { field } from './form.ts';

const shape = {
  name: field('名称', z.string()),
  end: field('到期', z.string().nullable()),
  held: field('权限', z.array(z.object({ id: z.string(), until: z.number() })), { unordered: true }),
  addresses: field('地址', z.array(z.string())),
};
const now: z.output<z.ZodObject<typeof shape>> = {
  name: '甲',
  end: null,
  held: [
    { id: 'a', until: 1 },
    { id: 'b', until: 2 },
  ],
  addresses: ['one', 'two'],
};

test('the same values are the same, whatever the order of names and of sets', () => {
  const was = {
    addresses: ['one', 'two'],
    held: [
      { until: 2, id: 'b' },
      { id: 'a', until: 1 },
    ],
    end: null,
    name: '甲',
  };
  expect(changedNames(shape, was, now)).toEqual([]);
});

test('a list in another order is another one', () => {
  expect(changedNames(shape, { addresses: ['two', 'one'] }, now)).toEqual(['addresses']);
});

test('other values differ, in the order of the form: nothing and something, the same twice and once, texts and numbers', () => {
  const twice = [...now.held, now.held[0]!];
  expect(changedNames(shape, { held: twice, end: '2026', name: '乙' }, now)).toEqual(['name', 'end', 'held']);
  const any = { n: z.unknown() };
  expect(changedNames<{ n: unknown }>(any, { n: ['1', '2'] }, { n: ['1,2'] })).toEqual(['n']);
  expect(changedNames<{ n: unknown }>(any, { n: '1' }, { n: 1 })).toEqual(['n']);
});

test('only what was shown is compared, and is told with its label and both values', () => {
  expect(changedSince(shape, { shown: { end: '2026' }, now })).toEqual([
    { name: 'end', label: '到期', from: '2026', to: null },
  ]);
  expect(changedSince(shape, { shown: undefined, now })).toEqual([]);
});

test('a form tells by itself what was shown when it was opened', () => {
  const record = z.object(shape);
  expect(Object.keys(shownSchema(record.extend({ shown: record.optional() }))!.shape)).toEqual(Object.keys(shape));
  expect(shownSchema(record)).toBeUndefined();
});
