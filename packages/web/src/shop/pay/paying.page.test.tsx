import { ordersCalls, type Trade } from '@skyport/contract/orders';
import { GIB } from '@skyport/contract/units';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { leaveFor } from '../../device/navigation.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { showPage } from '../../testing/show-page.tsx';
import { press } from '../../testing/user-actions.ts';
import { commonTexts } from '../../ui/common-texts.ts';
import { sampleOrder } from '../../testing/samples.ts';
import { checkOf, serveShop, tradeOf } from '../testing.ts';
import PayWindow from './pay-window.tsx';
import { payTexts as texts } from './pay-texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../../ui/window-frame.tsx';

vi.mock('../../device/navigation.ts', () => ({ leaveFor: vi.fn<(url: string) => void>() }));
vi.mock('qrcode', () => ({ toCanvas: async (canvas: HTMLCanvasElement, text: string) => void (canvas.title = text) }));

/* The window of an order while it is paid, and once it is. */

const ANDROID = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/125.0 Mobile Safari/537.36';

const Opened = (): ReactNode => {
  const [opened, setOpened] = useState(true);
  return <PayWindow orderId={sampleOrder._id} opened={opened} onClose={() => setOpened(false)} />;
};

/** Opens an order whose payment leads to this trade. */
const show = (trade: Partial<Trade>): FakeServer => {
  const server = serveShop(() => checkOf({ modes: ['alipay', 'wxpay', 'usdt', 'urlscheme'] }));
  server.answer(ordersCalls.doBuy, () => tradeOf(trade));
  showPage(<Opened />, '/shop');
  return server;
};
const pay = async (way = '支付宝'): Promise<void> => {
  fireEvent.click(await screen.findByRole('radio', { name: way }));
  await press('支付 30.00 元');
};
const onPhone = (): void => {
  const spy = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(ANDROID);
  onTestFinished(() => spy.mockRestore());
};
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const code = async (): Promise<HTMLElement> => screen.findByRole('img', { name: commonTexts.qr });

test.each([
  ['支付宝', '支付宝支付', texts.waiting.scan('支付宝')],
  ['微信', '微信支付', texts.waiting.scan('微信')],
  ['USDT', 'USDT 支付', texts.waiting.scanUsdt],
])('%s shows a code to scan, with the amount', async (way, title, hint) => {
  show({ qrcode: 'https://qr.example/abc' });
  await pay(way);
  const window = await dialog(title);
  expect(window.getByText(hint)).toBeDefined();
  expect(window.getByText('30.00 元')).toBeDefined();
  await waitFor(async () => expect((await code()).title).toBe('https://qr.example/abc'));
  expect(window.queryByRole('link')).toBeNull();
});

test('on the phone that pays, a code that cannot be scanned there says how to take it along', async () => {
  onPhone();
  show({ qrcode: 'https://qr.example/abc' });
  await pay();
  expect(await screen.findByText(texts.waiting.scanSelf('支付宝'))).toBeDefined();
});

test('a code of the site itself is a whole address, and can be opened here', async () => {
  show({ qrcode: '/pay/test/1' });
  await pay();
  const link = await screen.findByRole('link', { name: texts.waiting.here });
  expect(link.getAttribute('href')).toBe(`${window.location.origin}/pay/test/1`);
});

test('an address of USDT is shown with the exact amount', async () => {
  show({ usdtAdress: 'TXYZ9Kd3', request_pay_amound_usdt: 4.2 });
  await pay('USDT');
  const window = await dialog('USDT 支付');
  for (const text of ['4.200 USDT', 'TXYZ9Kd3', texts.waiting.usdtHint('TRC20')])
    expect(window.getByText(text)).toBeDefined();
  await waitFor(async () => expect((await code()).title).toBe('TXYZ9Kd3'));
});

test('a page of the provider is gone to, and can be opened again', async () => {
  onPhone();
  const server = show({ payurl: 'https://pay.example/1' });
  await pay();
  const again = await screen.findByRole('link', { name: texts.waiting.again });
  expect(again.getAttribute('href')).toBe('https://pay.example/1');
  expect(vi.mocked(leaveFor).mock.lastCall).toEqual(['https://pay.example/1']);
  expect(server.inputsOf(ordersCalls.doBuy)).toEqual([expect.objectContaining({ isMobile: true })]);
});

test('on a phone the app is opened by a button', async () => {
  onPhone();
  show({ urlscheme: 'alipays://platformapi/startapp' });
  await pay('支付宝 App');
  const link = await screen.findByRole('link', { name: texts.waiting.openApp });
  expect(link.getAttribute('href')).toBe('alipays://platformapi/startapp');
});

test('at a desk no app is offered', async () => {
  show({});
  expect(await screen.findAllByRole('radio')).toHaveLength(3);
});

/** From now on time stands still; gives what lets it pass. */
const stopTime = (): ((ms: number) => Promise<unknown>) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => act(() => vi.advanceTimersByTimeAsync(ms));
};
/** Waits by the real clock for something to be on the page. */
const seen = (find: () => HTMLElement | null) => expect.poll(find).not.toBeNull();
const button = (name: string) => () => screen.queryByRole('button', { name });
const click = async (name: string): Promise<void> => {
  await seen(button(name));
  fireEvent.click(button(name)()!);
};
const statesAsked = (server: FakeServer): number => server.inputsOf(ordersCalls.tradeStatus).length;

test('the state of a trade is asked for every 3 s, and no more once the window is closed', async () => {
  const pass = stopTime();
  const server = show({ qrcode: 'https://qr.example/abc' });
  await click('支付 30.00 元');
  await expect.poll(() => statesAsked(server)).toBe(1);
  for (const asked of [1, 2]) {
    await pass(2900);
    expect(statesAsked(server)).toBe(asked);
    await pass(100);
    await expect.poll(() => statesAsked(server)).toBe(asked + 1);
  }
  await click(commonTexts.close);
  await pass(500);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  const before = statesAsked(server);
  await pass(30_000);
  expect(statesAsked(server)).toBe(before);
});

test('a trade that is paid says what it gave, and leads home after 5 s', async () => {
  const pass = stopTime();
  const server = show({ qrcode: 'https://qr.example/abc' });
  await click('支付 30.00 元');
  await expect.poll(() => statesAsked(server)).toBe(1);
  server.answer(ordersCalls.tradeStatus, () => ({
    status: 'paied' as const,
    add_traffic: 100 * GIB,
    add_vip_duration: 36,
  }));
  await pass(3000);
  await seen(() => screen.queryByRole('dialog', { name: texts.paid.title }));
  expect(screen.getByText('100 G 不限时流量、36 天会员')).toBeDefined();
  for (const left of [4, 3, 2, 1]) {
    await pass(1000);
    expect(screen.getByText(texts.paid.soon(left))).toBeDefined();
    expect(window.location.hash).toBe('#/shop');
  }
  await pass(1000);
  await expect.poll(() => window.location.hash).toBe('#/');
});

test.each([texts.paid.go, commonTexts.close])('whoever has paid goes home at once by %s', async (name) => {
  show({ status: 'paied' });
  await press('支付 30.00 元');
  await screen.findByRole('dialog', { name: texts.paid.title });
  await press(name);
  await waitFor(() => expect(window.location.hash).toBe('#/'));
});

test('from a payment one comes back to the order, which says what is fixed by then', async () => {
  const server = show({ qrcode: 'https://qr.example/abc' });
  await pay();
  await dialog('支付宝支付');
  server.answer(ordersCalls.walletCheck, () => checkOf({ order: { ...sampleOrder, frozen: true } }));
  await press(texts.waiting.back);
  expect(await screen.findByText(texts.couponEntry.frozen)).toBeDefined();
});

test('a trade that is closed says so, and no longer shows where to pay', async () => {
  const server = show({ qrcode: 'https://qr.example/abc' });
  server.answer(ordersCalls.tradeStatus, () => ({ status: 'cancled' as const, add_traffic: 0, add_vip_duration: 0 }));
  await pay();
  expect(await screen.findByText(texts.waiting.over)).toBeDefined();
  expect(screen.queryByRole('img', { name: commonTexts.qr })).toBeNull();
});

/** The same with the clock. */
const stopClock = (): ((ms: number) => Promise<unknown>) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => act(() => vi.advanceTimersByTimeAsync(ms));
};

test('the time that is left counts down; at its end there is no code, and the payment begins anew', async () => {
  const pass = stopClock();
  const server = show({ qrcode: 'https://qr.example/abc', seconds_left: 65 });
  await click('支付 30.00 元');
  await seen(() => screen.queryByText(texts.waiting.left('1 分钟 5 秒')));
  await pass(5000);
  expect(screen.getByRole('timer').textContent).toBe(texts.waiting.left('1 分钟 0 秒'));
  await pass(60_000);
  expect(screen.getByText(texts.waiting.over)).toBeDefined();
  expect(screen.queryByRole('img', { name: commonTexts.qr })).toBeNull();
  // Money that was on its way is still waited for.
  const before = statesAsked(server);
  await pass(3000);
  await expect.poll(() => statesAsked(server)).toBe(before + 1);
  await click(texts.waiting.anew);
  await seen(button('支付 30.00 元'));
});
