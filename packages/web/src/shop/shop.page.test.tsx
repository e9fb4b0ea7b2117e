import { type Order, ordersCalls } from '@skyport/contract/orders';
import { shopCalls } from '@skyport/contract/shop';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { removeCookie } from '../device/cookies.ts';
import { ownKey } from '../device/own-storage.ts';
import { type FakeServer, refusal } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { press } from '../testing/user-actions.ts';
import { BuiltPages } from '../ui/built-pages.ts';
import { commonTexts } from '../ui/common-texts.ts';
import { LATE_MS } from './pay/pay-rules.ts';
import { payTexts } from './pay/pay-texts.ts';
import type { NewestTrade } from './pay/use-resumed.ts';
import { shopTexts as texts } from './shop-texts.ts';
import ShopPage from './shop.page.tsx';
import { sampleOrder, sampleTrade } from '../testing/samples.ts';
import { sampleCombos, serveShop } from './testing.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import './pay/pay-window.tsx';
import '../ui/window-frame.tsx';

/* What customers and visitors see in the shop, and how an order begins. */

const [traffic] = sampleCombos;
const kind = (name: string) => screen.findByRole('region', { name });
const titlesOf = (section: HTMLElement): readonly (string | null)[] =>
  within(section)
    .getAllByRole('article')
    .map((card) => card.getAttribute('aria-label'));
const buy = async (title: string): Promise<void> => {
  const [card] = await screen.findAllByRole('article', { name: title });
  await userEvent.click(within(card!).getByRole('button', { name: '购买' }));
};

test('products stand among traffic and time, each with its price and what one gets', async () => {
  serveShop();
  showPage(<ShopPage />, '/shop');
  expect(titlesOf(await kind(texts.kinds.traffic))).toEqual(['100 G 不限时流量', '20 G 不限时流量']);
  expect(titlesOf(await kind(texts.kinds.time))).toEqual(['30 天', '7 天']);
  const month = screen.getByRole('article', { name: '30 天' });
  for (const text of ['19.90 元', '多送 6 天']) expect(month.textContent).toContain(text);
});

test('buying makes an order for the product, and opens it in a window', async () => {
  const server = serveShop();
  showPage(<ShopPage />, '/shop');
  await buy('100 G 不限时流量');
  const window = within(await screen.findByRole('dialog', { name: payTexts.title }));
  expect(await window.findByText('大流量')).toBeDefined();
  expect(server.inputsOf(ordersCalls.createOrder)).toEqual([{ combo_id: traffic._id }]);
  expect(server.inputsOf(ordersCalls.walletCheck)).toEqual([{ order_id: sampleOrder._id }]);
});

test('an order that cannot be made is told with its reason, and the products are read again', async () => {
  const server = serveShop().answer(ordersCalls.createOrder, () => refusal('notFound', null, '商品不存在，或已下架'));
  showPage(<ShopPage />, '/shop');
  await screen.findAllByRole('article');
  server.answer(shopCalls.list, () => sampleCombos.slice(1));
  await buy('100 G 不限时流量');
  expect(await screen.findByText('创建订单失败:商品不存在，或已下架')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('article', { name: '100 G 不限时流量' })).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a visitor sees the products, and is led to the log-in two seconds after buying; from there back to the shop', async () => {
  const server = serveShop();
  removeCookie('token');
  showPage(<ShopPage />, '/shop');
  await buy('30 天');
  expect(await screen.findByText('暂未登录，请登录')).toBeDefined();
  expect(window.location.hash).toBe('#/shop');
  await waitFor(() => expect(window.location.hash).toBe('#/login'));
  expect(JSON.stringify(window.history.state)).toContain('"/shop"');
  expect(server.inputsOf(ordersCalls.createOrder)).toEqual([]);
});

test('the shop leads customers to their orders', async () => {
  serveShop();
  const page = (
    <BuiltPages value={() => true}>
      <ShopPage />
    </BuiltPages>
  );
  showPage(page, '/shop');
  expect((await screen.findByRole('link', { name: texts.toOrders })).getAttribute('href')).toBe('#/order');
});

test('a shop without products says so, and who can be asked', async () => {
  serveShop().answer(shopCalls.list, () => []);
  showPage(<ShopPage />, '/shop');
  expect(await screen.findByText(texts.empty)).toBeDefined();
  expect(await screen.findByText(texts.contact('客服 help@example.com'))).toBeDefined();
});

/** An order with a payment under way, whose trade is paid on a page. */
const underWay: Order = { ...sampleOrder, pay_mode: 'wxpay' };
const newest = (state: Partial<NewestTrade> = {}) => {
  const living = { ...sampleTrade, order_id: sampleOrder._id, pay_mode: 'wxpay' as const, credited: 0 };
  return () => ({ trade: { ...living, payurl: 'https://pay.example/1', ...state } });
};
const waiting = () => screen.findByRole('dialog', { name: payTexts.waiting.title('微信') });
const servePending = (orders: readonly Order[] = [underWay]): FakeServer =>
  serveShop()
    .answer(ordersCalls.orderList, () => [...orders])
    .answer(ordersCalls.newestTrade, newest());

test('a payment under way is offered in the shop, and its window stands again', async () => {
  const server = servePending();
  showPage(<ShopPage />, '/shop');
  expect(await screen.findByText(texts.unfinished.title(1))).toBeDefined();
  await press(texts.unfinished.goOn);
  const window = within(await waiting());
  expect(window.getByRole('link', { name: payTexts.waiting.again }).getAttribute('href')).toBe('https://pay.example/1');
  expect(server.inputsOf(ordersCalls.newestTrade)).toEqual([{ order_id: sampleOrder._id, isMobile: false }]);
  expect(server.inputsOf(ordersCalls.doBuy)).toEqual([]);
  expect(screen.queryByText(texts.unfinished.title(1))).toBeNull();
});

test('all payments under way are counted, and the orders are one press away', async () => {
  servePending([underWay, { ...underWay, _id: sampleCombos[1]._id }, sampleOrder]);
  showPage(<ShopPage />, '/shop');
  expect(await screen.findByText(texts.unfinished.title(2))).toBeDefined();
  expect(screen.getByRole('link', { name: texts.unfinished.all }).getAttribute('href')).toBe('#/order');
});

test('a payment that arrives while the shop only offers it is told, and is offered no more', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const server = servePending();
  showPage(<ShopPage />, '/shop');
  await screen.findByText(texts.unfinished.title(1));
  server.answer(ordersCalls.orderList, () => [{ ...underWay, status: 'paied' as const }]);
  await vi.advanceTimersByTimeAsync(LATE_MS);
  expect(await screen.findByText(payTexts.paid.late('大流量').text)).toBeDefined();
  expect(screen.queryByText(texts.unfinished.title(1))).toBeNull();
});

test('a tab that comes back from a payment shows its window again, once', async () => {
  servePending();
  sessionStorage.setItem(ownKey('paying'), sampleOrder._id);
  showPage(<ShopPage />, '/shop');
  expect(await waiting()).toBeDefined();
  await press(commonTexts.close);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sessionStorage.getItem(ownKey('paying'))).toBeNull();
});

test('a tab that comes back from a payment that was made meanwhile tells of success', async () => {
  servePending().answer(ordersCalls.newestTrade, newest({ status: 'paied' }));
  sessionStorage.setItem(ownKey('paying'), sampleOrder._id);
  showPage(<ShopPage />, '/shop');
  const window = within(await screen.findByRole('dialog', { name: payTexts.paid.title }));
  expect(window.getByText(payTexts.traffic('100 G'))).toBeDefined();
});

test('buying again while a payment is under way offers to go on with it, and makes no second order', async () => {
  const server = servePending();
  showPage(<ShopPage />, '/shop');
  await buy('100 G 不限时流量');
  const offer = within(await screen.findByRole('dialog', { name: texts.again.title }));
  await userEvent.click(offer.getByRole('button', { name: texts.again.goOn }));
  expect(await waiting()).toBeDefined();
  expect(server.inputsOf(ordersCalls.createOrder)).toEqual([]);
});

test('a second order is made when it is wanted; another product is ordered without a question', async () => {
  const server = servePending();
  showPage(<ShopPage />, '/shop');
  await buy('30 天');
  await screen.findByRole('dialog', { name: payTexts.title });
  await press(commonTexts.close);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await buy('100 G 不限时流量');
  const offer = within(await screen.findByRole('dialog', { name: texts.again.title }));
  expect(offer.getByText(texts.again.both)).toBeDefined();
  await userEvent.click(offer.getByRole('button', { name: texts.again.another }));
  expect(await screen.findByRole('dialog', { name: payTexts.title })).toBeDefined();
  expect(server.inputsOf(ordersCalls.createOrder)).toEqual([
    { combo_id: sampleCombos[1]._id },
    { combo_id: traffic._id },
  ]);
});

test('products that could not be read can be read again', async () => {
  const server = serveShop().answer(shopCalls.list, () => refusal('fault'));
  showPage(<ShopPage />, '/shop');
  await screen.findByText('没有加载出来');
  server.answer(shopCalls.list, () => [...sampleCombos]);
  await press('重试');
  expect(await kind(texts.kinds.time)).toBeDefined();
});
