import { type Charge, chargeCalls as calls } from '@skyport/contract/charges';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, type FakeServer, refusal } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { choose, press, rowOf } from '../testing/user-actions.ts';
import { texts as tableTexts } from '../ui/data-table/texts.ts';
import ChargesPage from './charges.page.tsx';
import { sampleCharge, sampleStaffWallet } from './testing.ts';
import { chargeTexts as texts } from './texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../ui/window-frame.tsx';
import '../ui/schema-form/form-frame.tsx';

const other = (n: number, change: Partial<Charge>): Charge => ({
  ...sampleCharge,
  _id: sampleCharge._id.replace(/1$/, String(n)),
  ...change,
});
const rows = [
  sampleCharge,
  other(2, { email: 'paid@example.com', status: 'paid', chain: 'wrong', txid: 'ab'.repeat(32) }),
  other(3, { email: 'flagged@example.com', flagged: true, disabled: true }),
];
const show = (at = '/admin_charge'): FakeServer => {
  const server = fakeServer()
    .answer(calls.adminChargeList, () => rows)
    .answer(calls.adminWallet, () => sampleStaffWallet);
  showPage(<ChargesPage />, at);
  return server;
};
const window = () => screen.findByRole('dialog');
const save = async (): Promise<void> => userEvent.click(within(await window()).getByRole('button', { name: '确认' }));

test('withdrawals stand there with their state and what has to be known, and are asked for by state', async () => {
  const server = show();
  expect((await rowOf(sampleCharge.email)).textContent).toMatch(/1000\.00 元.*138\.888 USDT.*待结算/);
  expect((await rowOf('paid@example.com')).textContent).toContain('链上核对不符');
  expect((await rowOf('flagged@example.com')).textContent).toMatch(/订单有争议.*账号已禁用/);
  await userEvent.selectOptions(screen.getByLabelText(texts.state), 'paid');
  await waitFor(() => expect(server.inputsOf(calls.adminChargeList).at(-1)).toEqual({ status: 'paid', filterStr: '' }));
});

test('the search is the server’s, for the list and for its file', async () => {
  const server = show('/admin_charge?find=abc').answer(calls.exportCharges, () =>
    refusal('conflict', null, '正在导出'),
  );
  await rowOf(sampleCharge.email);
  expect(server.inputsOf(calls.adminChargeList)).toEqual([{ filterStr: 'abc' }]);
  await userEvent.type(screen.getByLabelText(texts.filter), 'def ');
  await waitFor(() => expect(server.inputsOf(calls.adminChargeList).at(-1)).toEqual({ filterStr: 'abcdef' }));
  await userEvent.click(await screen.findByRole('button', { name: tableTexts.exportAll }));
  await waitFor(() => expect(server.inputsOf(calls.exportCharges)).toHaveLength(1));
  expect(server.inputsOf(calls.exportCharges)[0]).toMatchObject({ filterStr: 'abcdef' });
});

test('the file is asked for with the state that is chosen', async () => {
  const server = show().answer(calls.exportCharges, () => refusal('conflict', null, '正在导出'));
  await rowOf(sampleCharge.email);
  await userEvent.selectOptions(screen.getByLabelText(texts.state), 'paid');
  await waitFor(() => expect(server.inputsOf(calls.adminChargeList).at(-1)).toEqual({ status: 'paid', filterStr: '' }));
  await userEvent.click(await screen.findByRole('button', { name: tableTexts.exportAll }));
  await waitFor(() => expect(server.inputsOf(calls.exportCharges)).toHaveLength(1));
  expect(server.inputsOf(calls.exportCharges)[0]).toMatchObject({ status: 'paid' });
});

test('a withdrawal is settled after a question that shows where the money goes', async () => {
  const server = show().answer(calls.checkoutCharge, () => ({}));
  await userEvent.click(within(await rowOf(sampleCharge.email)).getByRole('button', { name: '结算' }));
  const asked = (await window()).textContent;
  expect(asked).toContain('请先向下面的地址转出 138.888 USDT（USDT-TRC20），再确认结算。结算后不能撤销。');
  expect(asked).toContain(sampleCharge.address);
  expect(server.inputsOf(calls.checkoutCharge)).toEqual([]);
  await save();
  expect(await screen.findByText('结算成功')).toBeDefined();
  expect(server.inputsOf(calls.checkoutCharge)).toEqual([{ charge_id: sampleCharge._id, txid: '' }]);
});

test('a refused settlement says why', async () => {
  show().answer(calls.checkoutCharge, () => refusal('conflict', null, '该提现已结算或退回'));
  await userEvent.click(within(await rowOf(sampleCharge.email)).getByRole('button', { name: '结算' }));
  await save();
  expect(await screen.findByText('结算失败:该提现已结算或退回')).toBeDefined();
});

test('only open withdrawals are settled, returned or looked into; a message is left on all', async () => {
  const server = show().answer(calls.chargeMessage, () => ({}));
  const row = await rowOf('paid@example.com');
  expect(within(row).queryByRole('button', { name: '结算' })).toBeNull();
  await userEvent.click(within(row).getByLabelText(/^更多操作/));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['留言']);
  await userEvent.click(screen.getByRole('menuitem', { name: '留言' }));
  await userEvent.type(within(await window()).getByLabelText(/留言/), '已打款');
  await save();
  expect(await screen.findByText('留言成功')).toBeDefined();
  expect(server.inputsOf(calls.chargeMessage)).toMatchObject([{ msg: '已打款' }]);
});

test('a withdrawal is returned with a reason', async () => {
  const server = show().answer(calls.returnCharge, () => ({}));
  await choose(sampleCharge.email, texts.give);
  await userEvent.type(within(await window()).getByLabelText(/退回原因/), '地址有误');
  await userEvent.click(within(await window()).getByRole('button', { name: texts.give }));
  expect(await screen.findByText(texts.given.text)).toBeDefined();
  expect(server.inputsOf(calls.returnCharge)).toEqual([{ charge_id: sampleCharge._id, msg: '地址有误' }]);
});

test('the wallet of an account opens by its address, and other money of it is made withdrawable', async () => {
  const server = show(`/admin_charge?wallet=${sampleStaffWallet.uid}`).answer(calls.markWithdrawable, () => ({}));
  await within(await window()).findByText(sampleStaffWallet.email);
  await press(texts.wallet.mark);
  const form = (await screen.findAllByRole('dialog')).at(-1)!;
  await userEvent.type(within(form).getByLabelText(/原因/), '补偿');
  await userEvent.click(within(form).getByRole('button', { name: '确认' }));
  expect(await screen.findByText(texts.wallet.marked.text)).toBeDefined();
  expect(server.inputsOf(calls.markWithdrawable)).toMatchObject([
    { uid: sampleStaffWallet.uid, money: 20, reason: '补偿', change: expect.stringMatching(/^[A-Z0-9]{22}$/) },
  ]);
});
