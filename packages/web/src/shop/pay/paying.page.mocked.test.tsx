import { ordersCalls, type Trade } from '@skyport/contract/orders';
import { GIB } from '@skyport/contract/units';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { leaveToPay } from '../../device/navigation.ts';
import { refusal, type FakeServer } from '../../testing/fake-server.ts';
import { showPage } from '../../testing/show-page.tsx';
import { press } from '../../testing/user-actions.ts';
import { commonTexts } from '../../ui/common-texts.ts';
import * as files from '../../ui/save-file.ts';
import { sampleOrder } from '../../testing/samples.ts';
import { checkOf, serveShop, tradeOf } from '../testing.ts';
import PayWindow from './pay-window.tsx';
import { payTexts as texts } from './pay-texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../../ui/window-frame.tsx';

vi.mock(import('../../device/navigation.ts'), async (original) => ({
  ...(await original()),
  leaveToPay: vi.fn<(url: string) => void>(),
}));
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

test('on the phone that pays, a code is saved and scanned from the album, step by step', async () => {
  onPhone();
  show({ qrcode: 'weixin://wxpay/bizpayurl?pr=1' });
  await pay('微信');
  const steps = within(await screen.findByRole('region', { name: texts.waiting.stepsTitle }));
  expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '点击“保存二维码”，或者截图',
    '打开微信的“扫一扫”，点击“相册”',
    '选择刚才保存的图片，核对金额后付款',
  ]);
  expect(steps.getByText('也可以用电脑访问本站，再用手机扫码付款。')).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});

/** A browser that draws, and saves what it has drawn. */
const drawing = () => {
  const draws = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['png'])));
  const saved = vi.spyOn(files, 'saveFile').mockReturnValue();
  onTestFinished(() => {
    draws.mockRestore();
    saved.mockRestore();
  });
  return { draws, saved };
};

test('the code is saved as a picture; where it cannot be drawn that is told', async () => {
  onPhone();
  const { draws, saved } = drawing();
  show({ qrcode: 'weixin://wxpay/bizpayurl?pr=1' });
  await pay('微信');
  await press(texts.waiting.save);
  expect(await screen.findByText(texts.waiting.saved.text)).toBeDefined();
  expect(saved.mock.lastCall?.[0]).toBe('pay-code.png');
  draws.mockImplementation((done) => done(null));
  await press(texts.waiting.save);
  expect(await screen.findByText(texts.waiting.saveFailed.text)).toBeDefined();
  expect(saved).toHaveBeenCalledTimes(1);
});

const PICTURE = 'data:image/jpeg;base64,/9j/4AAQ';

test('a picture that a gateway answers is shown as it is, and no code is drawn of its text', async () => {
  show({ qrcode: PICTURE });
  await pay();
  const picture = await code();
  expect([picture.tagName, picture.getAttribute('src')]).toEqual(['IMG', PICTURE]);
  expect(document.querySelector('canvas')).toBeNull();
  expect(screen.getByText(texts.waiting.scan('支付宝'))).toBeDefined();
  fireEvent.error(picture);
  expect(await screen.findByText(texts.waiting.pictureFailed)).toBeDefined();
});

test('on the phone that pays, the picture of a gateway is saved as the file that it is', async () => {
  onPhone();
  const { draws, saved } = drawing();
  show({ qrcode: PICTURE });
  await pay();
  await press(texts.waiting.save);
  expect(await screen.findByText(texts.waiting.saved.text)).toBeDefined();
  const [name, content, type] = saved.mock.lastCall!;
  expect([name, type]).toEqual(['pay-code.jpg', 'image/jpeg']);
  const bytes = await (content[0] as Blob).arrayBuffer();
  expect([...new Uint8Array(bytes)]).toEqual([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10]);
  expect(draws).not.toHaveBeenCalled();
});

test('on iOS the picture is shared, which is the way into its album', async () => {
  const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)');
  const share = vi.fn<(data: ShareData) => Promise<void>>(async () => undefined);
  Object.assign(navigator, { canShare: () => true, share });
  onTestFinished(() => {
    agent.mockRestore();
    Reflect.deleteProperty(navigator, 'canShare');
    Reflect.deleteProperty(navigator, 'share');
  });
  const { saved } = drawing();
  show({ qrcode: 'weixin://wxpay/bizpayurl?pr=1' });
  await pay('微信');
  await press(texts.waiting.save);
  await waitFor(() => expect(share.mock.lastCall?.[0].files?.[0]?.type).toBe('image/png'));
  expect(saved).not.toHaveBeenCalled();
});

test.each([
  [{ qrcode: 'https://other.example/1', urlscheme: 'alipays://platformapi/x' }, 'alipays://platformapi/x'],
  [
    { qrcode: 'https://qr.alipay.com/abc' },
    'alipays://platformapi/startapp?saId=10000007&qrcode=https%3A%2F%2Fqr.alipay.com%2Fabc',
  ],
])('on the phone that pays, a code with an app beside it opens the app: %j', async (answer, address) => {
  onPhone();
  show(answer);
  await pay();
  const link = await screen.findByRole('link', { name: texts.waiting.openAppToPay('支付宝') });
  expect(link.getAttribute('href')).toBe(address);
  expect(screen.getByRole('region', { name: texts.waiting.stepsTitle })).toBeDefined();
});

test('a code of the site itself is a whole address, and can be opened here', async () => {
  show({ qrcode: '/pay/test/1' });
  await pay();
  const link = await screen.findByRole('link', { name: texts.waiting.here });
  expect(link.getAttribute('href')).toBe(`${window.location.origin}/pay/test/1`);
});

test('an address of USDT is shown with the exact amount, and with what makes a transfer go astray', async () => {
  show({ usdtAdress: 'TXYZ9Kd3', request_pay_amound_usdt: 4.2 });
  await pay('USDT');
  const window = await dialog('USDT 支付');
  for (const text of ['4.200 USDT', 'TXYZ9Kd3', texts.waiting.stateUsdt]) expect(window.getByText(text)).toBeDefined();
  const hints = within(window.getByRole('region', { name: texts.waiting.usdtTitle })).getAllByRole('listitem');
  expect(hints.map(({ textContent }) => textContent)).toEqual(texts.waiting.usdtHints('TRC20', '4.200'));
  await waitFor(async () => expect((await code()).title).toBe('TXYZ9Kd3'));
});

test('a page of the provider is gone to, and can be opened again', async () => {
  onPhone();
  const server = show({ payurl: 'https://pay.example/1' });
  await pay();
  const again = await screen.findByRole('link', { name: texts.waiting.again });
  expect(again.getAttribute('href')).toBe('https://pay.example/1');
  expect(again.getAttribute('referrerpolicy')).toBe('strict-origin');
  expect(vi.mocked(leaveToPay).mock.lastCall).toEqual(['https://pay.example/1']);
  expect(server.inputsOf(ordersCalls.doBuy)).toEqual([expect.objectContaining({ isMobile: true })]);
});

test('inside WeChat the page of another way is said to open in the browser of the phone, not to be left for in silence', async () => {
  const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) MicroMessenger/8.0.50';
  const spy = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
  onTestFinished(() => spy.mockRestore());
  show({ payurl: 'https://pay.example/1' });
  await pay();
  await screen.findByRole('link', { name: texts.waiting.again });
  expect(screen.getByText(texts.inChatApp.title('wechat', '支付宝'))).toBeDefined();
});

test('on a phone the app is opened by a button', async () => {
  onPhone();
  show({ urlscheme: 'alipays://platformapi/startapp' });
  await pay('支付宝 App');
  const link = await screen.findByRole('link', { name: texts.waiting.openApp('支付宝') });
  expect(link.getAttribute('href')).toBe('alipays://platformapi/startapp');
  expect(screen.getByText(texts.waiting.noApp('支付宝'))).toBeDefined();
});

test('at a desk an app that a provider answers with is not opened: it says where it can be', async () => {
  show({ urlscheme: 'alipays://platformapi/startapp' });
  await pay();
  expect(await screen.findByText(texts.waiting.onPhone('支付宝'))).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
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

test('a look that fails is followed by the next one, and nobody is told of it', async () => {
  const pass = stopTime();
  const server = show({ qrcode: 'https://qr.example/abc' });
  server.answer(ordersCalls.tradeStatus, () => refusal('fault'));
  await click('支付 30.00 元');
  for (const asked of [1, 2, 3]) {
    await expect.poll(() => statesAsked(server)).toBe(asked);
    await pass(3000);
  }
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText(texts.waiting.state)).toBeDefined();
});

test('while the page is hidden nothing is asked; once it is seen again it is asked at once, and goes on', async () => {
  const pass = stopTime();
  const server = show({ qrcode: 'https://qr.example/abc' });
  await click('支付 30.00 元');
  await expect.poll(() => statesAsked(server)).toBe(1);
  const seenAs = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  onTestFinished(() => seenAs.mockRestore());
  await pass(30_000);
  expect(statesAsked(server)).toBe(1);
  seenAs.mockReturnValue('visible');
  fireEvent(document, new Event('visibilitychange'));
  await expect.poll(() => statesAsked(server)).toBe(2);
  await pass(3000);
  await expect.poll(() => statesAsked(server)).toBe(3);
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
    credited: 0,
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

/** What is answered of a trade while nobody has paid. */
const waiting = { status: 'topay' as const, add_traffic: 0, add_vip_duration: 0, credited: 0 };

test('too little money is told with where it is, in the place of the code, and leads on to pay the rest', async () => {
  const server = show({ qrcode: 'https://qr.example/abc' });
  server.answer(ordersCalls.tradeStatus, () => ({ ...waiting, credited: 12.5 }));
  await pay();
  expect(await screen.findByText(texts.waiting.short('12.50', '30.00'))).toBeDefined();
  expect(screen.queryByRole('img', { name: commonTexts.qr })).toBeNull();
  expect(screen.queryByText(texts.waiting.state)).toBeNull();
  await press(texts.waiting.goOn);
  await dialog(texts.title);
});

test('money for an order that was cancelled meanwhile is told with where it is, and nothing can be paid', async () => {
  const server = show({ qrcode: 'https://qr.example/abc' });
  server.answer(ordersCalls.tradeStatus, () => ({ ...waiting, status: 'cancled' as const, credited: 30 }));
  await pay();
  expect(await screen.findByText(texts.waiting.kept('30.00'))).toBeDefined();
  expect(screen.queryByRole('button', { name: texts.waiting.goOn })).toBeNull();
});

test('what was paid too much is told beside the success', async () => {
  const server = show({ qrcode: 'https://qr.example/abc' });
  server.answer(ordersCalls.tradeStatus, () => ({ ...waiting, status: 'paied' as const, credited: 3 }));
  await pay();
  const window = await dialog(texts.paid.title);
  expect(window.getByText(texts.paid.surplus('3.00'))).toBeDefined();
});

test('a trade that is closed says so, and no longer shows where to pay', async () => {
  const server = show({ qrcode: 'https://qr.example/abc' });
  server.answer(ordersCalls.tradeStatus, () => ({ ...waiting, status: 'cancled' as const }));
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

test('what is asked at a provider says how much of it is the fee', async () => {
  show({ qrcode: 'https://qr.example/abc', request_pay_amound: 30.48, fee: 0.48 });
  await click('支付 30.00 元');
  await seen(() => screen.queryByText(texts.waiting.fee('0.48')));
  expect(screen.getByText('30.48 元')).toBeDefined();
});

test('the time that is left counts down; at its end there is no code, and the payment begins anew', async () => {
  const pass = stopClock();
  const server = show({ qrcode: 'https://qr.example/abc', seconds_left: 65 });
  await click('支付 30.00 元');
  await seen(() => screen.queryByText(texts.waiting.left('1 分钟 5 秒')));
  await pass(5000);
  expect(screen.getByRole('timer').textContent).toBe(texts.waiting.left('1 分钟'));
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
