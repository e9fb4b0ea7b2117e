import { type Delivery, moneyCalls as calls, type MoneyClaim, type UnclaimedMoney } from '@skyport/contract/money';
import { payInstanceCalls } from '@skyport/contract/pay-instances';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { moneyAddress, orderAddress } from '../list-page/order-address.ts';
import { userAddress } from '../list-page/user-address.ts';
import { payInstance } from '../settings/pay-instances/testing.ts';
import { fakeServer as anyServer, refusal, type FakeServer } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { rowOf } from '../testing/user-actions.ts';
import MoneyPage from './money.page.tsx';
import { texts } from './texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../ui/window-frame.tsx';
import '../ui/schema-form/form-frame.tsx';

/** A server that knows the operator's instances, which the page offers to choose from. */
const fakeServer = (): FakeServer => anyServer().answer(payInstanceCalls.instances, () => [payInstance]);
const ID = (n: number): string => `01970000-0000-7000-8062-00000000000${n}`;
const AT = '2026-11-21T06:00:00.000Z';
const nameless = { tradeno: '', order_id: null, desc: '', user_id: null, email: '' };
const named = { tradeno: 'a'.repeat(32), order_id: ID(9), desc: '会员月卡', user_id: ID(8), email: 'lin@example.com' };
const claim: MoneyClaim = {
  _id: ID(1),
  platform: '易支付',
  reference: 'M-1',
  amount: 30,
  currency: 'CNY',
  state: 'doubtful',
  verdict: 'unconfirmed',
  must_ask: true,
  contradicted: false,
  ...nameless,
  attempts: 3,
  received_at: AT,
};
const money: UnclaimedMoney = {
  _id: ID(2),
  platform: 'USDT',
  reference: 'tx-1',
  amount: 4.167,
  currency: 'USDT',
  reason: 'unknown',
  ...nameless,
  paid_at: AT,
};

test('notifications stand there with their ends, and are asked for by one', async () => {
  const fake = fakeServer().answer(calls.deliveryList, () => [
    {
      _id: ID(3),
      instance: 'epay',
      platform: '易支付',
      verdict: 'refused' as const,
      why: '签名不正确',
      reference: '',
      amount: null,
      currency: 'CNY' as const,
      ...nameless,
      times: 2,
      bytes: 10,
      first_at: AT,
      last_at: AT,
    },
  ]);
  showPage(<MoneyPage />, '/admin_money');
  expect((await rowOf('易支付')).textContent).toMatch(/已拒绝.*签名不正确/);
  await userEvent.selectOptions(screen.getByLabelText(texts.verdict), 'refused');
  expect(fake.inputsOf(calls.deliveryList).at(-1)).toMatchObject({ verdict: 'refused' });
});

const stored: Delivery = {
  _id: ID(6),
  instance: 'epay',
  platform: '易支付',
  verdict: 'stored',
  why: '',
  reference: 'M-1',
  amount: 18.09,
  currency: 'CNY',
  ...named,
  times: 1,
  bytes: 10,
  first_at: AT,
  last_at: AT,
};

test.each([
  ['deliveries', calls.deliveryList, [stored]],
  ['claims', calls.claimList, [{ ...claim, ...named, amount: 18.09 }]],
  ['unclaimed', calls.unclaimedList, [{ ...money, ...named, currency: 'CNY', amount: 18.09 }]],
] as const)('each row of %s says how much came for whom and for what, and leads there', async (tab, call, rows) => {
  fakeServer().answer(call as typeof calls.deliveryList, () => [...rows] as Delivery[]);
  showPage(<MoneyPage />, `/admin_money?tab=${tab}`);
  const row = within(await rowOf('lin@example.com'));
  expect(row.getByText('18.09 元')).toBeDefined();
  const hrefOf = (name: string) => row.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('lin@example.com')).toBe(`#${userAddress(ID(8))}`);
  expect(hrefOf('会员月卡')).toBe(`#${orderAddress(ID(9))}`);
});

test('tabs say how much waits in them, and nothing where nothing does', async () => {
  fakeServer()
    .answer(calls.deliveryList, () => [])
    .answer(calls.counts, () => ({ claims: 3, unclaimed: 1, requests: 0 }));
  showPage(<MoneyPage />, '/admin_money');
  expect(await screen.findByText(`${texts.tabs.claims} · 3`)).toBeDefined();
  expect(screen.getByText(`${texts.tabs.unclaimed} · 1`)).toBeDefined();
  expect(screen.getByText(texts.tabs.requests)).toBeDefined();
});

test('money that the address asks for is shown though it is settled', async () => {
  const fake = fakeServer().answer(calls.claimList, () => [{ ...claim, ...named, state: 'settled' as const }]);
  showPage(<MoneyPage />, moneyAddress('M-1'));
  expect(await rowOf('lin@example.com')).toBeDefined();
  expect(fake.inputsOf(calls.claimList).at(-1)).toEqual({ instance: '', filterStr: 'M-1' });
});

test.each([
  ['claims', calls.claimList],
  ['unclaimed', calls.unclaimedList],
] as const)('%s are shown of one instance and one currency, as chosen', async (tab, call) => {
  const fake = fakeServer()
    .answer(calls.claimList, () => [claim])
    .answer(calls.unclaimedList, () => [money]);
  showPage(<MoneyPage />, `/admin_money?tab=${tab}`);
  const last = () => fake.inputsOf(call).at(-1);
  await waitFor(() => expect(last()).toEqual({ instance: '', filterStr: '' }));
  await screen.findByRole('option', { name: payInstance.label });
  await userEvent.selectOptions(screen.getByLabelText(texts.instance), payInstance.label);
  await waitFor(() => expect(last()).toEqual({ instance: payInstance.name, filterStr: '' }));
  await userEvent.selectOptions(screen.getByLabelText(texts.currency), texts.currencies.USDT);
  await waitFor(() => expect(last()).toEqual({ instance: payInstance.name, currency: 'USDT', filterStr: '' }));
  await userEvent.selectOptions(screen.getByLabelText(texts.instance), texts.own.usdt);
  await userEvent.selectOptions(screen.getByLabelText(texts.currency), texts.anyCurrency);
  await waitFor(() => expect(last()).toEqual({ instance: 'usdt', filterStr: '' }));
  await userEvent.type(screen.getByLabelText(texts[tab].filter), 'M-1');
  await waitFor(() => expect(last()).toEqual({ instance: 'usdt', filterStr: 'M-1' }));
});

test('notifications are shown of one instance, as chosen', async () => {
  const fake = fakeServer().answer(calls.deliveryList, () => []);
  showPage(<MoneyPage />, '/admin_money');
  await screen.findByRole('option', { name: payInstance.label });
  await userEvent.selectOptions(screen.getByLabelText(texts.instance), payInstance.label);
  await waitFor(() => expect(fake.inputsOf(calls.deliveryList).at(-1)).toEqual({ instance: payInstance.name }));
});

test('a doubtful claim is settled after a question, and a refusal says why', async () => {
  const fake = fakeServer()
    .answer(calls.claimList, () => [claim, { ...claim, _id: ID(4), reference: 'M-2', state: 'settled' as const }])
    .answer(calls.settleClaim, () => refusal('conflict', null, '这笔通知已处理'));
  showPage(<MoneyPage />, '/admin_money?tab=claims');
  const row = await rowOf('M-1');
  expect(row.textContent).toContain('支付通道 24 小时内未确认');
  expect(screen.queryByText('M-2')).toBeNull();
  await userEvent.click(within(row).getByRole('button', { name: texts.claims.settle }));
  const dialog = within(await screen.findByRole('dialog', { name: texts.claims.settleTitle('M-1') }));
  await userEvent.click(dialog.getByRole('button', { name: texts.claims.settle }));
  expect(await screen.findByText('入账失败:这笔通知已处理')).toBeDefined();
  expect(fake.inputsOf(calls.settleClaim)).toEqual([{ claim_id: ID(1) }]);
});

test('unclaimed money is given to an order for what it is worth', async () => {
  const fake = fakeServer()
    .answer(calls.unclaimedList, () => [money])
    .answer(calls.resolveUnclaimed, () => ({ outcome: 'paid' as const }));
  showPage(<MoneyPage />, '/admin_money?tab=unclaimed');
  const row = await rowOf('tx-1');
  expect(row.textContent).toContain('4.167 USDT');
  await userEvent.click(within(row).getByRole('button', { name: texts.unclaimed.resolve }));
  const form = within(await screen.findByRole('dialog', { name: texts.unclaimed.resolveTitle('4.167 USDT') }));
  await userEvent.type(await form.findByLabelText('订单号'), ID(9));
  const worth = form.getByLabelText(/折合人民币/);
  await userEvent.clear(worth);
  await userEvent.type(worth, '30');
  await userEvent.type(form.getByLabelText('说明'), '核实');
  await userEvent.click(form.getByRole('button', { name: '确认' }));
  expect(await screen.findByText(texts.unclaimed.done.paid.text)).toBeDefined();
  expect(fake.inputsOf(calls.resolveUnclaimed).at(-1)).toMatchObject({ to: 'order', order_id: ID(9), yuan: 30 });
});

test('requests stand there with what is known of their money', async () => {
  const fake = fakeServer().answer(calls.requestList, () => [
    {
      _id: ID(5),
      email: 'lin@example.com',
      user_id: ID(8),
      order_id: ID(9),
      desc: '会员月卡',
      reference: 'tx-1',
      state: 'open' as const,
      answer: '',
      money: 'unclaimed' as const,
      unclaimed: money,
      created_at: AT,
    },
  ]);
  showPage(<MoneyPage />, '/admin_money?tab=requests');
  expect((await rowOf('lin@example.com')).textContent).toMatch(/无主款项.*待处理.*tx-1/);
  expect(fake.inputsOf(calls.requestList)).toEqual([{ filterStr: '' }]);
  await userEvent.type(screen.getByLabelText(texts.requests.filter), 'tx-1');
  await waitFor(() => expect(fake.inputsOf(calls.requestList).at(-1)).toEqual({ filterStr: 'tx-1' }));
});
