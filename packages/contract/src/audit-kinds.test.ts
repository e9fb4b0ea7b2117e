import { expect, test } from 'vitest';
import { z } from 'zod';
import { access, auditProblem, call, planned } from './call.ts';
import { allRows } from './index.ts';
import { Nothing } from './shapes.ts';

const row = {
  path: '/api/admin/planted',
  summary: 'A planted row.',
  input: Nothing,
  output: z.object({}),
  fails: [],
} as const;

test('every row of the table says of its audit what it has to', () => {
  expect(allRows().flatMap((each) => auditProblem(each.row) ?? [])).toEqual([]);
});

test('a change by staff that names nothing for the audit neither compiles nor starts', () => {
  // @ts-expect-error -- a change by staff names what it changes
  const silent = call({ ...row, access: access.admin, rate: 'change' });
  // @ts-expect-error -- only a list may say that it changes nothing
  const none = call({ ...row, access: access.yunying, rate: 'change', audit: 'none' });
  // @ts-expect-error -- a list says so too
  const list = call({ ...row, access: access.admin, rate: 'read' });
  // @ts-expect-error -- what customers change of their own is not staff's
  const own = call({ ...row, access: access.account, rate: 'change', audit: 'coupon' });
  for (const each of [silent, none, list, own]) expect(auditProblem(each)).toBeTypeOf('string');
});

test('what is audited as it should be starts, and so does what is not built yet', () => {
  const change = call({ ...row, access: access.admin, rate: 'change', audit: 'coupon' });
  const list = call({ ...row, access: access.yunying, rate: 'read', audit: 'none' });
  const own = call({ ...row, access: access.account, rate: 'change' });
  const later = planned({ path: '/api/admin/later', access: access.admin, rate: 'change', summary: 'A planned row.' });
  for (const each of [change, list, own, later]) expect(auditProblem(each)).toBeUndefined();
});
