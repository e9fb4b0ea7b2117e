import { errorsCalls as calls, type Fault } from '@skyport/contract/errors';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, type FakeServer, refusal } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { press, rowOf } from '../testing/user-actions.ts';
import ErrorsPage from './errors.page.tsx';
import { texts } from './texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../ui/window-frame.tsx';

const fault = (n: number, more: Partial<Fault> = {}): Fault => ({
  _id: `01970000-0000-7000-8000-00000000000${n}`,
  createTime: `2026-11-2${n}T08:00:00.000Z`,
  firstTime: '2026-11-20T08:00:00.000Z',
  count: 3,
  name: 'TypeError',
  msg: `cannot read ${n}`,
  call: 'coupons.update',
  stack: `at save (store.ts:${n}:7)`,
  ...more,
});

const serve = (faults: readonly Fault[] = [fault(2), fault(1)]): FakeServer =>
  fakeServer()
    .answer(calls.list, () => [...faults])
    .answer(calls.clear, () => ({ deletedCount: 6 }));

test('each fault stands there once, with how often and where it happened', async () => {
  const fake = serve();
  showPage(<ErrorsPage />);
  const row = await rowOf('cannot read 2');
  for (const text of ['TypeError', 'coupons.update', '3']) expect(row.textContent).toContain(text);
  expect(fake.inputsOf(calls.list)).toEqual([{ num: 7 }]);
});

test('other days are asked for', async () => {
  const fake = serve();
  showPage(<ErrorsPage />);
  await rowOf('cannot read 2');
  await userEvent.selectOptions(screen.getByLabelText(texts.days), texts.lastDays(30));
  expect(fake.inputsOf(calls.list).at(-1)).toEqual({ num: 30 });
});

test('the window of a fault shows the newest stack, and how long it has been happening', async () => {
  serve();
  showPage(<ErrorsPage />);
  await userEvent.click(within(await rowOf('cannot read 1')).getByRole('button', { name: texts.details }));
  expect((await screen.findByRole('region', { name: texts.stack })).textContent).toBe('at save (store.ts:1:7)');
  expect(screen.getByText(/发生 3 次/)).toBeDefined();
});

test('clearing asks, takes what is shown and nothing newer, and says how many rows went', async () => {
  const fake = serve();
  showPage(<ErrorsPage />);
  await rowOf('cannot read 2');
  await press(texts.clear);
  expect(await screen.findByText(texts.clearText)).toBeDefined();
  expect(fake.inputsOf(calls.clear)).toEqual([]);
  await press('确认');
  expect(await screen.findByText('成功清理了 6 条错误记录')).toBeDefined();
  expect(texts.cleared(6).ms).toBe(3000);
  expect(fake.inputsOf(calls.clear)).toEqual([{ until: fault(2).createTime }]);
});

test('a log that could not be cleared says why', async () => {
  serve().answer(calls.clear, () => refusal('roleForbidden'));
  showPage(<ErrorsPage />);
  await rowOf('cannot read 2');
  await press(texts.clear);
  await press('确认');
  expect(await screen.findByText('清理失败:没有权限')).toBeDefined();
});

test('an empty log has nothing to clear', async () => {
  serve([]);
  showPage(<ErrorsPage />);
  expect(await screen.findByText('暂无记录')).toBeDefined();
  expect(screen.getByRole('button', { name: texts.clear }).hasAttribute('disabled')).toBe(true);
});
