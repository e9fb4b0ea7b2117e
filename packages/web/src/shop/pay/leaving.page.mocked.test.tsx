import { accountsCalls } from '@skyport/contract/accounts';
import { ordersCalls, type Order } from '@skyport/contract/orders';
import { GIB } from '@skyport/contract/units';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ownKey } from '../../device/own-storage.ts';
import { refusal, type FakeServer } from '../../testing/fake-server.ts';
import { sampleOrder, sampleUser } from '../../testing/samples.ts';
import { showPage } from '../../testing/show-page.tsx';
import { press } from '../../testing/user-actions.ts';
import { commonTexts } from '../../ui/common-texts.ts';
import { dateTime } from '../../ui/format.ts';
import { checkOf, serveShop, tradeOf } from '../testing.ts';
import PayWindow from './pay-window.tsx';
import { payTexts as texts } from './pay-texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../../ui/window-frame.tsx';

vi.mock('qrcode', () => ({ toCanvas: async () => undefined }));

/* A payment that is left, and what becomes of it then; a way to pay that fails. */

const AGAIN = '再打开';

const Opened = (): ReactNode => {
  const [opened, setOpened] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        {AGAIN}
      </button>
      <PayWindow orderId={sampleOrder._id} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
};

const show = (): FakeServer => {
  const server = serveShop(() => checkOf())
    .answer(ordersCalls.doBuy, () => tradeOf({ qrcode: 'https://qr.example/abc', seconds_left: 600 }))
    .answer(ordersCalls.orderList, () => [sampleOrder]);
  showPage(<Opened />, '/shop');
  return server;
};
const stopClock = (): ((ms: number) => Promise<unknown>) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => act(() => vi.advanceTimersByTimeAsync(ms));
};
const button = (name: string): HTMLElement | null => screen.queryByRole('button', { name, hidden: true });
const click = async (name: string): Promise<void> => {
  await expect.poll(() => button(name)).not.toBeNull();
  fireEvent.click(button(name)!);
};
const listed = (status: Order['status']) => () => [{ ...sampleOrder, status }];

test('an order that is paid when its window is closed is told of, once', async () => {
  const pass = stopClock();
  const server = show();
  await click('支付 30.00 元');
  await expect.poll(() => screen.queryByText(texts.waiting.state)).not.toBeNull();
  await click(commonTexts.close);
  await pass(500);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await expect.poll(() => server.inputsOf(ordersCalls.orderList)).toHaveLength(1);
  server.answer(ordersCalls.orderList, listed('paied'));
  await pass(15_000);
  await expect.poll(() => screen.queryByText(texts.paid.late('大流量').text)).not.toBeNull();
  const looks = server.inputsOf(ordersCalls.orderList).length;
  await pass(60_000);
  expect(server.inputsOf(ordersCalls.orderList)).toHaveLength(looks);
  expect(window.location.hash).toBe('#/shop');
});

test('a tab notes the order that waits in its window, and forgets it with the window', async () => {
  const noted = () => sessionStorage.getItem(ownKey('paying'));
  show();
  await press('支付 30.00 元');
  await screen.findByText(texts.waiting.state);
  expect(noted()).toBe(sampleOrder._id);
  await press(texts.waiting.back);
  await expect.poll(noted).toBeNull();
  await press('支付 30.00 元');
  await screen.findByText(texts.waiting.state);
  await press(commonTexts.close);
  await expect.poll(noted).toBeNull();
});

test('an order that is cancelled elsewhere is watched no more, and nobody is told that it is paid', async () => {
  const pass = stopClock();
  const server = show();
  await click('支付 30.00 元');
  await expect.poll(() => screen.queryByText(texts.waiting.state)).not.toBeNull();
  server.answer(ordersCalls.orderList, listed('cancled'));
  await click(commonTexts.close);
  await pass(500);
  await expect.poll(() => server.inputsOf(ordersCalls.orderList)).toHaveLength(1);
  await pass(60_000);
  expect(server.inputsOf(ordersCalls.orderList)).toHaveLength(1);
  expect(screen.queryByText(texts.paid.late('大流量').text)).toBeNull();
});

test('whoever opens the window again finds the same payment, with the time that is truly left', async () => {
  const pass = stopClock();
  show();
  await click('支付 30.00 元');
  await expect.poll(() => screen.queryByText(texts.waiting.left('10 分钟'))).not.toBeNull();
  await click(commonTexts.close);
  await pass(60_000);
  await click(AGAIN);
  await pass(500);
  await expect.poll(() => screen.queryByRole('timer')?.textContent).toMatch(/8 分钟|9 分钟/);
});

test('a payment that arrives while its customer looks at the order again is told at once', async () => {
  const pass = stopClock();
  const server = show();
  await click('支付 30.00 元');
  await click(texts.waiting.back);
  await expect.poll(() => button('支付 30.00 元')).not.toBeNull();
  server.answer(ordersCalls.tradeStatus, () => ({
    status: 'paied' as const,
    add_traffic: 100 * GIB,
    add_vip_duration: 0,
    credited: 0,
  }));
  await pass(3000);
  await expect.poll(() => screen.queryByRole('dialog', { name: texts.paid.title })).not.toBeNull();
});

test('a way to pay that fails is marked, and another one is chosen and said', async () => {
  const server = show();
  server.answer(ordersCalls.doBuy, () => refusal('paymentUnavailable'));
  await press('支付 30.00 元');
  const said = await screen.findByText(texts.modes.choseOther('支付宝', '微信'));
  expect(said.getAttribute('role')).toBe('alert');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^微信/ }).checked).toBe(true);
  expect(screen.getByRole('radio', { name: /^支付宝/ }).closest('label')!.textContent).toContain('暂不可用');
  await press('支付 30.00 元');
  expect(await screen.findByText(texts.modes.choseOther('微信', 'USDT'))).toBeDefined();
  expect(server.inputsOf(ordersCalls.doBuy).map(({ pay_mode }) => pay_mode)).toEqual(['alipay', 'wxpay']);
});

test('what is said of a way to pay that failed goes when another one works', async () => {
  const server = show();
  server.answer(ordersCalls.doBuy, () => refusal('paymentUnavailable'));
  await press('支付 30.00 元');
  const told = await screen.findByText(/暂不可用，请换一种方式/);
  server.answer(ordersCalls.doBuy, () => tradeOf({ qrcode: 'https://qr.example/abc', seconds_left: 600 }));
  await press('支付 30.00 元');
  await screen.findByText(texts.waiting.state);
  const toast = told.closest('.Toastify__toast')!;
  await waitFor(() => expect(toast.className).toContain('exit'));
  // There are no animations here, at the end of which a toast is gone.
  fireEvent.animationEnd(toast);
  await waitFor(() => expect(screen.queryByText(/暂不可用，请换一种方式/)).toBeNull());
});

test('on a phone Alipay is one choice, and its app one way to open it', async () => {
  const spy = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 14) Mobile Safari');
  onTestFinished(() => spy.mockRestore());
  const server = serveShop(() => checkOf({ modes: ['alipay', 'wxpay', 'urlscheme'] })).answer(ordersCalls.doBuy, () =>
    tradeOf({ urlscheme: 'alipays://platformapi/startapp' }),
  );
  showPage(<Opened />, '/shop');
  const ways = await screen.findByRole('group', { name: texts.modes.title });
  const namesIn = (part: HTMLElement) =>
    within(part)
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')!.textContent);
  expect(namesIn(ways)).toEqual(['支付宝', '微信']);
  const opens = screen.getByRole('group', { name: texts.modes.alipay.title });
  expect(namesIn(opens)).toEqual(Object.values(texts.modes.alipay.ways));
  fireEvent.click(within(opens).getByRole('radio', { name: texts.modes.names.urlscheme }));
  expect(within(ways).getByRole<HTMLInputElement>('radio', { name: '支付宝' }).checked).toBe(true);
  await press('支付 30.00 元');
  await screen.findByRole('link', { name: texts.waiting.openApp('支付宝') });
  expect(server.inputsOf(ordersCalls.doBuy)).toEqual([expect.objectContaining({ pay_mode: 'urlscheme' })]);
});

test('the only way to pay stays chosen when it fails', async () => {
  const server = serveShop(() => checkOf({ modes: ['alipay'] })).answer(ordersCalls.doBuy, () =>
    refusal('paymentUnavailable'),
  );
  showPage(<Opened />, '/shop');
  await press('支付 30.00 元');
  expect(await screen.findByText(/暂不可用，请换一种方式/)).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^支付宝/ }).checked).toBe(true);
  await press('支付 30.00 元');
  await expect.poll(() => server.inputsOf(ordersCalls.doBuy)).toHaveLength(2);
});

test('the focus goes along with what the window shows', async () => {
  show();
  await press('支付 30.00 元');
  const box = await screen.findByRole('group', { name: '支付宝支付' });
  await expect.poll(() => document.activeElement).toBe(box);
  await press(texts.waiting.back);
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('group', { name: texts.title }));
});

test('whoever has bought days is told until when they last', async () => {
  const server = show();
  let vipExpireTime: string | null = null;
  server.answer(accountsCalls.userInfo, () => ({ ...sampleUser, vipExpireTime }));
  server.answer(ordersCalls.doBuy, () => {
    vipExpireTime = '2099-02-01T00:00:00.000Z';
    return tradeOf({ status: 'paied', add_traffic: 0, add_vip_duration: 31 });
  });
  await press('支付 30.00 元');
  const shown = texts.paid.until(dateTime('2099-02-01T00:00:00.000Z'));
  await expect.poll(() => document.body.textContent).toContain(shown);
});

test('where USDT are taken on several chains one is chosen, the usual one first', async () => {
  const server = serveShop(() => checkOf({ networks: ['trc20', 'bep20'] })).answer(ordersCalls.doBuy, () =>
    tradeOf({ usdtAdress: `0x${'ab'.repeat(20)}`, request_pay_amound_usdt: 4.2, network: 'bep20' }),
  );
  showPage(<Opened />, '/shop');
  fireEvent.click(await screen.findByRole('radio', { name: 'USDT' }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'TRC20 (TRON)' }).checked).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: 'BEP20 (BSC)' }));
  await press('支付 30.00 元');
  expect(await screen.findByText(texts.waiting.address('BEP20 (BSC)'))).toBeDefined();
  expect(server.inputsOf(ordersCalls.doBuy)).toEqual([expect.objectContaining({ pay_mode: 'usdt', network: 'bep20' })]);
});
