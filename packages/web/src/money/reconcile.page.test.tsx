import { type Difference, reconcileCalls as calls } from '@skyport/contract/reconcile';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { rowOf } from '../testing/user-actions.ts';
import ReconcilePage from './reconcile.page.tsx';
import { reconcileTexts as texts } from './reconcile-texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../ui/window-frame.tsx';
import '../ui/schema-form/form-frame.tsx';

const ID = (n: number): string => `01970000-0000-7000-8062-00000000000${n}`;
const AT = '2026-11-21T06:00:00.000Z';
const missing: Difference = {
  _id: ID(1),
  platform: '易支付',
  day: '2026-11-20',
  kind: 'missing',
  reference: 'P-1',
  tradeno: 'f'.repeat(32),
  theirs: 30,
  ours: null,
  currency: 'CNY',
  state: 'open',
  found_at: AT,
  closed_by: '',
  closed_why: '',
};
const extra: Difference = { ...missing, _id: ID(2), kind: 'extra', reference: 'P-2', theirs: null, ours: 12.5 };

test('differences that wait stand there with both amounts; a missing payment is settled after a question', async () => {
  const fake = fakeServer()
    .answer(calls.differenceList, () => [missing, extra])
    .answer(calls.settleDifference, () => refusal('conflict', null, '该差异已处理'));
  showPage(<ReconcilePage />, '/admin_reconcile');
  const row = await rowOf('P-1');
  expect(row.textContent).toMatch(/我方缺少.*30\.00 元.*无/);
  expect((await rowOf('P-2')).textContent).toMatch(/通道没有.*无.*12\.50 元/);
  expect(fake.inputsOf(calls.differenceList)).toEqual([{ filterStr: '', state: 'open' }]);
  await userEvent.click(within(row).getByRole('button', { name: texts.differences.settle }));
  const dialog = within(await screen.findByRole('dialog', { name: texts.differences.settleTitle('P-1') }));
  await userEvent.click(dialog.getByRole('button', { name: texts.differences.settle }));
  expect(await screen.findByText('补记失败:该差异已处理')).toBeDefined();
  expect(fake.inputsOf(calls.settleDifference)).toEqual([{ difference_id: ID(1) }]);
});

test('the search of differences is the server’s', async () => {
  const fake = fakeServer().answer(calls.differenceList, () => [missing]);
  showPage(<ReconcilePage />, '/admin_reconcile');
  await rowOf('P-1');
  await userEvent.type(screen.getByLabelText(texts.differences.filter), ' P-1');
  await waitFor(() => expect(fake.inputsOf(calls.differenceList).at(-1)).toEqual({ filterStr: 'P-1', state: 'open' }));
});

test('what only we have cannot be settled, and is explained with a reason', async () => {
  const fake = fakeServer()
    .answer(calls.differenceList, () => [extra])
    .answer(calls.explainDifference, () => ({}));
  showPage(<ReconcilePage />, '/admin_reconcile');
  const row = within(await rowOf('P-2'));
  expect(row.queryByRole('button', { name: texts.differences.settle })).toBeNull();
  await userEvent.click(row.getByRole('button', { name: texts.differences.explain }));
  const dialog = within(await screen.findByRole('dialog', { name: texts.differences.explainTitle('P-2') }));
  await userEvent.type(dialog.getByRole('textbox'), '测试款');
  await userEvent.click(dialog.getByRole('button', { name: /保存|确认/ }));
  expect(await screen.findByText('差异已查明')).toBeDefined();
  expect(fake.inputsOf(calls.explainDifference)).toEqual([{ difference_id: ID(2), reason: '测试款' }]);
});

test('each day of an instance says how it was, also where the provider did not speak', async () => {
  const day = { platform: '易支付', day: '2026-11-20', way: 'list' as const, theirs: 20, ours: 19, ran_at: AT };
  fakeServer().answer(calls.reconciliationList, () => [
    { ...day, _id: ID(3), state: 'done' as const, differences: 2, unanswered: 1, unasked: 1 },
    { ...day, _id: ID(4), platform: '当面付', state: 'failed' as const, differences: 0, unanswered: 0, unasked: 0 },
    { ...day, _id: ID(5), platform: '网关', state: 'failed' as const, differences: 0, unanswered: 9, unasked: 7 },
  ]);
  showPage(<ReconcilePage />, '/admin_reconcile?tab=days');
  expect((await rowOf('易支付')).textContent).toContain('2 处差异，1 笔未得到答复');
  expect((await rowOf('当面付')).textContent).toContain(texts.days.failed);
  expect((await rowOf('网关')).textContent).toContain('7 笔未能查询，将再次查询');
});
