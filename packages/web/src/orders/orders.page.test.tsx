import { MOST_ORDERS, type Order, ordersCalls as calls } from '@skyport/contract/orders';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { claimMoneyCalls } from '@skyport/contract/claim-money';
import { noticesCalls } from '@skyport/contract/notices';
import { orderMoneyWords } from '@skyport/contract/trades-columns';
import { payTexts } from '../shop/pay/pay-texts.ts';
import { commonTexts } from '../ui/common-texts.ts';
import { dateTime } from '../ui/format.ts';
import { sampleHost, sampleOrder, sampleTrade } from '../testing/samples.ts';
import { fakeServer, type FakeServer, refusal } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { choose, press, rowOf } from '../testing/user-actions.ts';
import OrdersPage from './orders.page.tsx';
import { texts } from './texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../shop/pay/pay-window.tsx';
import '../ui/window-frame.tsx';
import '../ui/schema-form/form-frame.tsx';

const ID = (n: number): string => `01970000-0000-7000-8060-00000000000${n}`;
const orders: Order[] = [
  { ...sampleOrder, expire_time: new Date(Date.now() + 90 * 60_000).toISOString() },
  {
    ...sampleOrder,
    _id: ID(2),
    desc: '会员月卡',
    status: 'paied',
    order_money: 30,
    coupon_code: 'SPRING',
    coupon_name: '春季立减',
    couponType: 'cash',
    coupon_discount: 5,
    wallet_spend: 10,
    add_traffic: 0,
    add_vip_duration: 29 / 24,
    gainPermission: ['家宽', '流媒体'],
    permissionDuration: 30,
    user_feedback: '没有到账',
    frozen: true,
    fee: 0.18,
    pay_mode: 'alipay',
    paid: 15.18,
    paid_time: '2026-11-21T04:03:00.000Z',
  },
  { ...sampleOrder, _id: ID(3), desc: '旅行组合', status: 'cancled', credited: 12.5, wallet_spend: 2 },
  { ...sampleOrder, _id: ID(4), desc: '1T 流量包', status: 'wallet_spend', wallet_spend: 4 },
];

const serve = (): FakeServer =>
  fakeServer()
    .answer(calls.orderList, () => orders)
    .answer(noticesCalls.hostGet, () => sampleHost);
const names = (): string[] =>
  screen
    .getAllByRole('row')
    .flatMap(({ textContent }) => orders.flatMap(({ desc }) => (textContent.includes(desc) ? [desc] : [])));
const show = (at = '/order'): void => showPage(<OrdersPage />, at);

test('orders are listed newest first with state, price and gift, and filtered by unpaid and paid', async () => {
  serve();
  show();
  expect((await rowOf('会员月卡')).textContent).toMatch(
    /购买成功.*30\.00 元.*15\.18 元支付宝，含手续费 0\.18 元.*1 天 5 小时/,
  );
  expect((await rowOf('旅行组合')).textContent).toContain(`已取消${orderMoneyWords.credited.all}`);
  expect(names()).toEqual(['大流量', '会员月卡', '旅行组合', '1T 流量包']);
  const filter = screen.getByRole('radiogroup', { name: texts.filter });
  await userEvent.click(within(filter).getByLabelText(texts.filters.unpaid));
  await waitFor(() => expect(names()).toEqual(['大流量', '1T 流量包']));
  await userEvent.click(within(filter).getByLabelText(texts.filters.paid));
  await waitFor(() => expect(names()).toEqual(['会员月卡']));
});

test.each([
  ['会员月卡', [undefined]],
  [sampleOrder.desc, ['reward']],
  ['1T 流量包', ['reward']],
  ['旅行组合', ['plain', 'accent']],
] as const)('the state of %s has the colours of what it means: %j', async (name, tones) => {
  serve();
  show();
  const pills = (await rowOf(name)).querySelectorAll<HTMLElement>('.sp-pill');
  expect([...pills].map(({ dataset }) => dataset.tone)).toEqual(tones);
});

test('whoever has more orders than are listed reads so under every filter', async () => {
  const many = Array.from({ length: MOST_ORDERS }, (_, n) => ({
    ...orders[0]!,
    _id: `01970000-0000-7000-8060-${String(n).padStart(12, '0')}`,
  }));
  serve().answer(calls.orderList, () => many);
  show();
  expect(await screen.findByText(commonTexts.newestOnly(MOST_ORDERS))).toBeDefined();
  const filter = screen.getByRole('radiogroup', { name: texts.filter });
  await userEvent.click(within(filter).getByLabelText(texts.filters.paid));
  expect(screen.getByText(commonTexts.newestOnly(MOST_ORDERS))).toBeDefined();
});

test('without any order the list says so and leads to the shop', async () => {
  fakeServer().answer(calls.orderList, () => []);
  show();
  expect(await screen.findByText('暂无记录')).toBeDefined();
  expect(screen.getByRole('link', { name: texts.shop }).getAttribute('href')).toBe('#/shop');
});

const details = async (name: string): Promise<HTMLElement> => {
  await userEvent.click(within(await rowOf(name)).getByRole('button', { name: texts.details }));
  return screen.findByRole('dialog', { name });
};
const factsIn = (dialog: HTMLElement): Record<string, string> =>
  Object.fromEntries(
    within(dialog)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent ?? '']),
  );

test('everything that a paid order has stands in its window', async () => {
  serve();
  show();
  const { fact, columns } = texts;
  expect(factsIn(await details('会员月卡'))).toMatchObject({
    [columns.status]: '购买成功',
    [columns.money]: '30.00 元',
    [fact.coupon]: '春季立减（SPRING）',
    [fact.discount]: '−5.00 元',
    [fact.wallet]: '−10.00 元',
    [fact.fee]: '0.18 元',
    [fact.paid]: '15.18 元',
    [fact.mode]: '支付宝',
    [fact.paidTime]: dateTime('2026-11-21T04:03:00.000Z'),
    [fact.days]: '1 天 5 小时',
    [fact.permissions]: '家宽、流媒体（30 天）',
    [fact.feedback]: '没有到账',
  });
  expect(screen.queryByText(fact.left)).toBeNull();
});

test.each([
  ['topay', { [texts.fact.rest]: '30.00 元', [texts.fact.fee]: '0.48 元', [texts.fact.total]: '30.48 元' }],
  ['paied', { [texts.fact.fee]: '0.48 元', [texts.fact.paid]: '30.48 元' }],
  ['cancled', {}],
] as const)('the fee of a way to pay stands in an order that is %s as %j', async (status, wanted) => {
  serve().answer(calls.orderList, () => [{ ...sampleOrder, status, fee: 0.48, paid: 30.48 }]);
  show();
  const facts = factsIn(await details(sampleOrder.desc));
  expect(facts).toMatchObject(wanted);
  expect(texts.fact.fee in facts).toBe(status !== 'cancled');
  expect(texts.fact.rest in facts).toBe(status === 'topay');
});

test('an unpaid order counts down, and is paid in the window of the shop', async () => {
  const fake = serve().answer(calls.walletCheck, ({ order_id }) => ({
    order: orders.find(({ _id }) => _id === order_id) ?? sampleOrder,
    wallet_spend: 0,
    payable: 30,
    modes: ['alipay' as const],
    networks: [],
    fees: [],
    coupon_gone: false,
  }));
  show();
  const dialog = await details('大流量');
  expect(factsIn(dialog)).toMatchObject({
    [texts.fact.left]: expect.stringMatching(/^1 小时 (29|30) 分钟$/),
    [texts.fact.rest]: '30.00 元',
    [texts.fact.traffic]: '100 G',
  });
  await userEvent.click(within(dialog).getByRole('button', { name: texts.pay }));
  const window = await screen.findByRole('dialog', { name: payTexts.title });
  expect(await within(window).findByText('大流量')).toBeDefined();
  expect(screen.queryByRole('dialog', { name: '大流量' })).toBeNull();
  await userEvent.click(within(window).getByRole('button', { name: commonTexts.close }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(within(await rowOf('1T 流量包')).getByRole('button', { name: texts.pay }));
  expect(await within(await screen.findByRole('dialog')).findByText('1T 流量包')).toBeDefined();
  expect(fake.inputsOf(calls.walletCheck)).toEqual([{ order_id: sampleOrder._id }, { order_id: ID(4) }]);
});

test('money that went to the wallet instead is told, and where it is now', async () => {
  serve();
  show();
  const dialog = await details('旅行组合');
  const facts = factsIn(dialog);
  expect(facts).toMatchObject({ [texts.fact.credited]: '12.50 元', [texts.fact.walletBack]: '2.00 元' });
  expect(facts).not.toHaveProperty(texts.fact.wallet);
  expect(within(dialog).getByText(texts.creditedHint('12.50'))).toBeDefined();
  expect(within(dialog).queryByRole('button', { name: texts.pay })).toBeNull();
});

test('an order is cancelled after a question; what is paid or cancelled cannot be', async () => {
  const fake = serve().answer(calls.cancelOrder, () => ({ ...sampleOrder, status: 'cancled' as const }));
  show();
  await choose('大流量', texts.cancel.open);
  expect(await screen.findByText(texts.cancel.text)).toBeDefined();
  expect(fake.inputsOf(calls.cancelOrder)).toEqual([]);
  // Two buttons that begin with 取消 would leave open which of them cancels the order.
  expect(screen.getByRole('button', { name: texts.cancel.keep })).toBeDefined();
  expect(screen.queryByRole('button', { name: commonTexts.cancel })).toBeNull();
  await press(texts.cancel.open);
  expect(await screen.findByText(texts.cancel.done.text)).toBeDefined();
  expect(fake.inputsOf(calls.cancelOrder)).toEqual([{ order_id: sampleOrder._id }]);
  expect(fake.inputsOf(calls.orderList)).toHaveLength(2);
  await userEvent.click(within(await rowOf('会员月卡')).getByLabelText(/^更多操作/));
  expect(await screen.findByRole('menuitem', { name: texts.feedback.open })).toBeDefined();
  expect(screen.queryByRole('menuitem', { name: texts.cancel.open })).toBeNull();
});

test('an order that is paid by now is not cancelled, in silence; any other refusal is told', async () => {
  const fake = serve().answer(calls.cancelOrder, () => refusal('orderNotCancellable'));
  show();
  await choose('大流量', texts.cancel.open);
  await press(texts.cancel.open);
  await waitFor(() => expect(fake.inputsOf(calls.orderList)).toHaveLength(2));
  expect(screen.queryByRole('alert')).toBeNull();
  fake.answer(calls.cancelOrder, () => refusal('notFound'));
  await choose('大流量', texts.cancel.open);
  await press(texts.cancel.open);
  expect(await screen.findByText('订单取消失败')).toBeDefined();
});

test('a problem is told in at most thirty characters; a refusal says 未知错误', async () => {
  const fake = serve().answer(calls.feedback, () => refusal('notFound'));
  show();
  await choose('大流量', texts.feedback.open);
  const dialog = within(await screen.findByRole('dialog', { name: texts.feedback.title('大流量') }));
  expect(await dialog.findByText('简单描述，不要超过30字，管理员尽快处理')).toBeDefined();
  const field = dialog.getByLabelText('问题描述');
  const confirm = dialog.getByRole('button', { name: '确认' });
  await userEvent.click(confirm);
  await userEvent.type(field, '字'.repeat(31));
  await userEvent.click(confirm);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(fake.inputsOf(calls.feedback)).toEqual([]);
  await userEvent.type(field, '{Backspace}');
  await userEvent.click(confirm);
  expect(await screen.findByText('未知错误')).toBeDefined();
  fake.answer(calls.feedback, () => ({}));
  await userEvent.click(confirm);
  expect(await screen.findByText(texts.feedback.done.text)).toBeDefined();
  expect(fake.inputsOf(calls.feedback)[1]).toEqual({ order_id: sampleOrder._id, msg: '字'.repeat(30) });
});

afterEach(() => vi.useRealTimers());
const RETURN = '/order?skyport_pay=1';
const newest =
  (status: Order['status'], credited = 0) =>
  () => ({
    trade: { ...sampleTrade, _id: ID(9), order_id: sampleOrder._id, pay_mode: 'alipay' as const, status, credited },
  });

test('whoever comes back from a provider is told of success once the newest trade is paid, and never before', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const fake = serve().answer(calls.newestTrade, newest('topay'));
  show(RETURN);
  expect(await screen.findByText(texts.returned.waiting)).toBeDefined();
  await rowOf('大流量');
  expect(screen.queryByText(texts.paid.text)).toBeNull();
  // The window that tells of the purchase asks for its order.
  const asked = () => fake.inputsOf(calls.newestTrade).filter(({ order_id }) => order_id === undefined).length;
  const looks = asked();
  const reads = fake.inputsOf(calls.orderList).length;
  fake.answer(calls.newestTrade, newest('paied'));
  await vi.advanceTimersByTimeAsync(3000);
  await waitFor(() => expect(asked()).toBe(looks + 1));
  await waitFor(() => expect(window.location.hash).toBe('#/order'));
  expect(await screen.findByText(texts.paid.text)).toBeDefined();
  expect(screen.queryByText(texts.returned.waiting)).toBeNull();
  const success = within(await screen.findByRole('dialog', { name: payTexts.paid.title }));
  expect(success.getByText(payTexts.traffic('100 G'))).toBeDefined();
  await waitFor(() => expect(fake.inputsOf(calls.orderList).length).toBeGreaterThan(reads));
});

test('an order with a payment under way says so, and leads back to where it is paid', async () => {
  const payurl = 'https://pay.example/1';
  const trade = { ...newest('topay')().trade, payurl };
  const fake = serve()
    .answer(calls.orderList, () => [{ ...sampleOrder, pay_mode: 'alipay' as const }])
    .answer(calls.newestTrade, () => ({ trade }));
  show();
  await userEvent.click(within(await rowOf(sampleOrder.desc)).getByRole('button', { name: texts.goOn }));
  const window = within(await screen.findByRole('dialog', { name: payTexts.waiting.title('支付宝') }));
  expect(window.getByRole('link', { name: payTexts.waiting.again }).getAttribute('href')).toBe(payurl);
  expect(fake.inputsOf(calls.newestTrade)).toContainEqual({ order_id: sampleOrder._id, isMobile: false });
});

test.each([
  ['a trade that was given up', newest('cancled')],
  ['no trade at all', () => ({ trade: null })],
])('%s makes no toast', async (_name, answer) => {
  serve().answer(calls.newestTrade, answer);
  show(RETURN);
  await rowOf('大流量');
  await waitFor(() => expect(window.location.hash).toBe('#/order'));
  expect(screen.queryByText(texts.paid.text)).toBeNull();
});

test('whoever comes back from a trade that was given up is told so, and pays the same order again', async () => {
  serve().answer(calls.newestTrade, newest('cancled'));
  show(RETURN);
  expect(await screen.findByText(texts.returned.unpaid)).toBeDefined();
  await press(texts.returned.again);
  expect(await screen.findByRole('dialog')).toBeDefined();
  expect(screen.queryByText(texts.paid.text)).toBeNull();
});

test('whoever comes back having paid too little is told where the money is, and pays the rest', async () => {
  serve().answer(calls.newestTrade, newest('topay', 12.5));
  show(RETURN);
  expect(await screen.findByText(texts.returned.short('12.50'))).toBeDefined();
  expect(screen.queryByText(texts.returned.waiting)).toBeNull();
  await press(texts.returned.goOn);
  expect(await screen.findByRole('dialog')).toBeDefined();
});

test('whoever waits in vain for five minutes is told what can be done, and no more is asked', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const fake = serve().answer(calls.newestTrade, newest('topay'));
  show(RETURN);
  expect(await screen.findByText(texts.returned.waiting)).toBeDefined();
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(await screen.findByText(texts.returned.late)).toBeDefined();
  const looks = fake.inputsOf(calls.newestTrade).length;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(fake.inputsOf(calls.newestTrade)).toHaveLength(looks);
});

test('a payment that has not arrived is told by its number; what is paid needs none', async () => {
  const fake = serve().answer(claimMoneyCalls.claimMoney, () => ({}));
  show();
  await choose('大流量', texts.missing.open);
  const dialog = within(await screen.findByRole('dialog', { name: texts.missing.title('大流量') }));
  await userEvent.type(await dialog.findByLabelText('付款单号'), '2026112122001');
  await userEvent.click(dialog.getByRole('button', { name: '确认' }));
  expect(await screen.findByText(texts.missing.done.text)).toBeDefined();
  expect(fake.inputsOf(claimMoneyCalls.claimMoney)).toEqual([
    { order_id: sampleOrder._id, reference: '2026112122001' },
  ]);
});
