import { paymentsCalls as calls, type StaffTrade } from '@skyport/contract/payments';
import { orderMoneyWords } from '@skyport/contract/trades-columns';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { texts as stepUpTexts } from '../api/texts.ts';
import { fakeServer, type FakeServer, refusal } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { choose, press, rowOf } from '../testing/user-actions.ts';
import type { StaffOrder } from './rules.ts';
import { outcomeText } from './rules.ts';
import { texts } from './texts.ts';
import TradesPage from './trades.page.tsx';
// Loaded on first use by the page; a test does not wait for the disk.
import '../ui/window-frame.tsx';
import '../ui/schema-form/form-frame.tsx';
import { moneyAddress, orderAddress, tradesAddress } from '../list-page/order-address.ts';
import { sampleOrder } from '../testing/samples.ts';

const ID = (n: number): string => `01970000-0000-7000-8062-00000000000${n}`;
const trade: StaffTrade = {
  _id: ID(1),
  username: 'lin@example.com',
  user_id: ID(8),
  desc: '会员月卡',
  tradeno: ID(1).replaceAll('-', ''),
  fromChannel: 'K7M2QX',
  request_pay_amound: 19.9,
  fee: 0,
  received: 0,
  unclaimed: 0,
  flag: '',
  rewardMoney: 0,
  pay_mode: 'wxpay',
  device: 'mobile',
  third_pay_platform: '测试通道',
  status: 'topay',
  order_status: 'topay',
  state: 'open',
  create_time: '2026-11-21T06:00:00.000Z',
  add_traffic: 0,
  add_vip_duration: 36,
  off_sale: false,
  order_id: ID(9),
};
const late = { status: 'cancled', order_status: 'cancled', state: 'credited' } as const;
const closedOf = (order_status: StaffTrade['order_status']) => ({ order_status, state: 'closed' }) as const;
const trades: StaffTrade[] = [
  trade,
  {
    ...trade,
    _id: ID(2),
    username: 'chen@example.com',
    pay_mode: 'alipay',
    status: 'paied',
    order_status: 'paied',
    state: 'paied',
    received: 19.9,
    rewardMoney: 3.98,
  },
  { ...trade, _id: ID(3), username: 'wang@example.com', pay_mode: 'manual', ...late, received: 5 },
  { ...trade, _id: ID(4), username: 'zhao@example.com', pay_mode: 'balance', status: 'wallet_spend' },
  { ...trade, _id: ID(5), username: 'sun@example.com', pay_mode: 'usdt', status: 'cancled', ...closedOf('cancled') },
  { ...trade, _id: ID(8), username: 'tang@example.com', status: 'cancled', ...closedOf('wallet_spend') },
  { ...trade, _id: ID(9), username: 'song@example.com', status: 'cancled', ...closedOf('paied') },
  { ...trade, _id: ID(6), username: 'qian@example.com', ...late, received: 5, unclaimed: 5 },
  { ...trade, _id: ID(7), username: 'wu@example.com', ...late, received: 9, unclaimed: 5 },
];
const order: StaffOrder = {
  ...sampleOrder,
  _id: ID(9),
  user_id: ID(8),
  email: 'lin@example.com',
  is_agency_user: false,
  owes: 30,
  off_sale: false,
  flags: [],
  asked_fees: [],
  can_flag: false,
};

const serve = (shown: Partial<StaffOrder> = {}): FakeServer =>
  fakeServer()
    .answer(calls.tradeList, () => trades)
    .answer(calls.getOrderForTrade, () => ({ ...order, ...shown }));
const show = (at = '/admin_tradeList'): void => showPage(<TradesPage />, at);

test('a hundred trades at first, each with state, way to pay and rebate in words', async () => {
  const fake = serve();
  show();
  expect((await rowOf('lin@example.com')).textContent).toMatch(/19\.90 元.*未支付.*微信/);
  expect((await rowOf('chen@example.com')).textContent).toMatch(/购买成功.*3\.98 元.*支付宝/);
  expect((await rowOf('wang@example.com')).textContent).toMatch(/已取消金额已入钱包.*人工收款/);
  expect((await rowOf('zhao@example.com')).textContent).toMatch(/未支付.*余额/);
  // What nobody claims is in no wallet.
  expect((await rowOf('qian@example.com')).textContent).toMatch(/已取消款项未认领(?!金额|部分)/);
  expect((await rowOf('wu@example.com')).textContent).toMatch(/已取消款项未认领部分金额已入钱包/);
  const closed = (await rowOf('sun@example.com')).textContent;
  expect(closed).toMatch(/已取消.*USDT/);
  expect(closed).not.toContain(orderMoneyWords.credited.all);
  expect(fake.inputsOf(calls.tradeList)).toEqual([{ requestNumber: 100, filterStr: '', flagged: false }]);
});

test('trades of flagged orders are chosen, and the overview leads to them', async () => {
  const fake = serve();
  show('/admin_tradeList?flagged=1');
  await rowOf('lin@example.com');
  expect(fake.inputsOf(calls.tradeList)).toEqual([{ requestNumber: 100, filterStr: '', flagged: true }]);
  await userEvent.selectOptions(screen.getByLabelText(texts.flags), texts.anyFlag);
  await waitFor(() =>
    expect(fake.inputsOf(calls.tradeList).at(-1)).toEqual({ requestNumber: 100, filterStr: '', flagged: false }),
  );
});

test('a closed attempt of an order that is not cancelled never reads as a cancellation', async () => {
  serve();
  show();
  for (const buyer of ['tang@example.com', 'song@example.com']) {
    const said = (await rowOf(buyer)).textContent;
    expect(said).toContain('支付已关闭');
    expect(said).not.toContain('已取消');
  }
});

test('trades are searched by the server for what is typed or stands in the address, as many as asked for', async () => {
  const fake = serve();
  show('/admin_tradeList?find=lin');
  const last = () => fake.inputsOf(calls.tradeList).at(-1);
  await waitFor(() => expect(last()).toEqual({ requestNumber: 100, filterStr: 'lin', flagged: false }));
  const number = screen.getByLabelText(texts.number);
  await userEvent.clear(number);
  await userEvent.type(number, '500');
  await waitFor(() => expect(last()).toEqual({ requestNumber: 500, filterStr: 'lin', flagged: false }));
  await userEvent.clear(screen.getByLabelText(texts.filter));
  await waitFor(() => expect(last()).toEqual({ requestNumber: 500, filterStr: '', flagged: false }));
  // What is no number the list takes is marked, and the list stays as long as usual.
  await userEvent.type(number, '0');
  await waitFor(() => expect(last()).toEqual({ requestNumber: 100, filterStr: '', flagged: false }));
  expect(number.getAttribute('aria-invalid')).toBe('true');
});

const openReceipt = async (): Promise<HTMLElement> => {
  await userEvent.click(within(await rowOf('lin@example.com')).getByRole('button', { name: texts.details }));
  await press(texts.receipt.open);
  return screen.findByRole('dialog', { name: texts.receipt.title(order.desc) });
};

test('a trade leads to its order, and that to its customer', async () => {
  const fake = serve();
  show();
  await userEvent.click(within(await rowOf('lin@example.com')).getByRole('button', { name: texts.details }));
  const dialog = within(await screen.findByRole('dialog', { name: texts.details }));
  expect(await dialog.findByText('大流量')).toBeDefined();
  const hrefOf = (name: string) => dialog.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('lin@example.com')).toBe(`#/admin_user?id=${ID(8)}`);
  expect(hrefOf(texts.toTrades)).toBe(`#${tradesAddress(ID(9))}`);
  expect(hrefOf(texts.toMoney)).toBe(`#${moneyAddress(ID(9))}`);
  expect(fake.inputsOf(calls.getOrderForTrade)).toEqual([{ order_id: ID(9) }]);
});

test('a trade leads to its customer and to its money', async () => {
  serve();
  show();
  const row = await rowOf('lin@example.com');
  const link = within(row).getByRole('link', { name: 'lin@example.com' });
  expect(link.getAttribute('href')).toBe(`#/admin_user?id=${ID(8)}`);
  await choose('lin@example.com', texts.toMoney);
  await waitFor(() => expect(window.location.hash).toBe(`#${moneyAddress(trade.tradeno)}`));
});

test('the fee of a way to pay stands in the order that staff see', async () => {
  serve({ fee: 0.48 });
  show(orderAddress(ID(9)));
  const dialog = within(await screen.findByRole('dialog', { name: texts.details }));
  expect(await dialog.findByText('0.48 元')).toBeDefined();
  expect(dialog.getByText('30.48 元')).toBeDefined();
});

test('an address with an order opens its window', async () => {
  const fake = serve();
  show(orderAddress(ID(9)));
  const dialog = within(await screen.findByRole('dialog', { name: texts.details }));
  expect(await dialog.findByText('大流量')).toBeDefined();
  expect(fake.inputsOf(calls.getOrderForTrade)).toEqual([{ order_id: ID(9) }]);
});

test('a receipt asks for what is owed, says what it will do, and is written down after the password', async () => {
  let isSure = false;
  const fake = serve().answer(calls.receipt, (_form, confirm) => {
    if (confirm === undefined && !isSure) return refusal('stepUpNeeded', { means: 'password' });
    isSure = true;
    return { outcome: 'paid' as const };
  });
  show();
  const form = within(await openReceipt());
  const amount = form.getByLabelText('收到金额');
  expect((amount as HTMLInputElement).value).toBe('30');
  expect(form.getByText(texts.receipt.pays)).toBeDefined();
  await userEvent.clear(amount);
  await userEvent.type(amount, '14');
  expect(form.getByText(texts.receipt.short('30.00'))).toBeDefined();
  await userEvent.clear(amount);
  await userEvent.type(amount, '35');
  expect(form.getByText(texts.receipt.paysAndMore('5.00'))).toBeDefined();
  await userEvent.type(form.getByLabelText('转账单号'), 'bank-20261121');
  await userEvent.type(form.getByLabelText('说明'), '银行转账');
  await userEvent.click(form.getByRole('button', { name: '确认' }));
  const stepUp = within(await screen.findByRole('dialog', { name: stepUpTexts.stepUp.title }));
  await userEvent.type(await stepUp.findByLabelText(stepUpTexts.stepUp.password), 'the password');
  await userEvent.click(stepUp.getByRole('button', { name: stepUpTexts.stepUp.submit }));
  expect(await screen.findByText(texts.receipt.done.paid.text)).toBeDefined();
  const sent = { order_id: ID(9), amount: 35, reference: 'bank-20261121', reason: '银行转账' };
  expect(fake.inputsOf(calls.receipt).at(-1)).toEqual(sent);
  await waitFor(() => expect(fake.inputsOf(calls.tradeList)).toHaveLength(2));
  await waitFor(() => expect(fake.inputsOf(calls.getOrderForTrade)).toHaveLength(2));
});

test('a reference that was written down before is told with the reason, and the form stays', async () => {
  serve().answer(calls.receipt, () => refusal('conflict', null, '该单号已入账，请勿重复登记'));
  show();
  const form = within(await openReceipt());
  await userEvent.type(form.getByLabelText('转账单号'), 'bank-20261121');
  await userEvent.click(form.getByRole('button', { name: '确认' }));
  expect(await screen.findByText('登记失败:该单号已入账，请勿重复登记')).toBeDefined();
  expect(form.getByLabelText('转账单号')).toBeDefined();
});

test('a reference and an amount are needed', async () => {
  const fake = serve({ status: 'paied', owes: 0 });
  show();
  const form = within(await openReceipt());
  expect(form.getByText(texts.receipt.paid)).toBeDefined();
  await userEvent.type(form.getByLabelText('转账单号'), 'abc');
  await userEvent.click(form.getByRole('button', { name: '确认' }));
  expect(await form.findByText('必须大于 0')).toBeDefined();
  expect(form.getByText('至少 4 个字符')).toBeDefined();
  expect(fake.inputsOf(calls.receipt)).toEqual([]);
});

test.each([
  [30, 'topay', texts.receipt.pays],
  [30.01, 'wallet_spend', texts.receipt.paysAndMore('0.01')],
  [30.48, 'topay', texts.receipt.paysWithFee('0.48')],
  [30.49, 'topay', texts.receipt.paysAndMore('0.49')],
  [29.99, 'topay', texts.receipt.short('30.00')],
  [30, 'paied', texts.receipt.paid],
  [30, 'cancled', texts.receipt.cancelled],
] as const)('%d yuan for an order that is %s: %s', (amount, status, text) => {
  expect(outcomeText(amount, { status, owes: 30, asked_fees: [0.3, 0.48], is_agency_user: false })).toBe(text);
});

test.each(['topay', 'paied', 'cancled'] as const)(
  'money for an agency’s customer pays nothing and is nobody’s, be the order %s',
  (status) => {
    for (const amount of [1, 30, 99])
      expect(outcomeText(amount, { status, owes: 30, asked_fees: [], is_agency_user: true })).toBe(
        texts.receipt.unclaimed,
      );
  },
);
