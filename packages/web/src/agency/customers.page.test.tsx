import { type AgencyCustomer, agencyCalls as calls } from '@skyport/contract/agency';
import { GIB } from '@skyport/contract/units';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, refusal, type FakeServer } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { press, rowOf } from '../testing/user-actions.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../ui/window-frame.tsx';
import Customers from './customers.tsx';
import { texts } from './texts.ts';

const customer: AgencyCustomer = {
  _id: '01970000-0000-7000-8000-000000000001',
  email: 'chen@example.com',
  left: 20 * GIB,
  vipExpireTime: null,
  lastActiveTime: '2026-11-20T04:00:00.000Z',
  pending: true,
  disabled: false,
};
const LINK = 'https://agency.example/#/set_password?code=abc';

const serve = (): FakeServer =>
  fakeServer().answer(calls.customers, () => ({ customers: [customer], total: 1, available: 50 * GIB }));
const inWindow = async () => within(await screen.findByRole('dialog'));

test('an agency sees its customers, and what it can give them', async () => {
  serve();
  showPage(<Customers />);
  await screen.findByText('chen@example.com');
  expect((await rowOf('chen@example.com')).textContent).toMatch(/未设置密码.*20\.00 G.*0 天/);
  expect(screen.getByText(texts.available('50.00 G'))).toBeDefined();
});

test('a customer is made by an address, and the link is shown once where no mail was sent', async () => {
  const server = serve().answer(calls.makeCustomer, () => ({ _id: customer._id, mailed: false, link: LINK }));
  showPage(<Customers />);
  await press(texts.add.open);
  const form = await inWindow();
  await userEvent.click(form.getByRole('button', { name: '确认' }));
  expect(await form.findByText(texts.add.empty)).toBeDefined();
  await userEvent.type(form.getByLabelText(texts.add.email), 'new@example.com');
  await userEvent.click(form.getByRole('button', { name: '确认' }));
  expect(await screen.findByText(LINK)).toBeDefined();
  expect(server.inputsOf(calls.makeCustomer)).toEqual([{ email: 'new@example.com' }]);
});

test('an address that is taken is told with its reason', async () => {
  serve().answer(calls.makeCustomer, () => refusal('emailTaken'));
  showPage(<Customers />);
  await press(texts.add.open);
  const form = await inWindow();
  await userEvent.type(form.getByLabelText(texts.add.email), 'new@example.com');
  await userEvent.click(form.getByRole('button', { name: '确认' }));
  expect(await screen.findByText('新增用户失败:邮件已注册')).toBeDefined();
});

test('traffic is given in whole G, once for each opened window', async () => {
  const server = serve().answer(calls.give, () => ({ available: 30 * GIB }));
  showPage(<Customers />);
  await press(texts.give.open);
  const form = await inWindow();
  const type = async (amount: string): Promise<void> => {
    await userEvent.clear(form.getByLabelText(texts.give.amount));
    await userEvent.type(form.getByLabelText(texts.give.amount), amount);
    await userEvent.click(form.getByRole('button', { name: '确认' }));
  };
  for (const wrong of ['0.5', '100001']) {
    await type(wrong);
    expect(await form.findByText('请填写 1 到 100000 的整数')).toBeDefined();
  }
  await type('20');
  await waitFor(() => expect(server.inputsOf(calls.give)).toHaveLength(1));
  expect(server.inputsOf(calls.give)[0]).toMatchObject({ id: customer._id, giveNumber: 20 });
  expect(await screen.findByText('分配成功')).toBeDefined();
});
