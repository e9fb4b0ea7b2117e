import type { CodeName } from '@skyport/contract/codes';
import { couponsCalls } from '@skyport/contract/coupons';
import { ordersCalls, type WalletCheck } from '@skyport/contract/orders';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { refusal } from '../../testing/fake-server.ts';
import { showPage } from '../../testing/show-page.tsx';
import { press } from '../../testing/user-actions.ts';
import { sampleOrder, sampleUser } from '../../testing/samples.ts';
import { checkOf, couponOrder, refusedCoupons, serveShop, tradeOf } from '../testing.ts';
import { membershipAfter } from './pay-rules.ts';
import PayWindow from './pay-window.tsx';
import { payTexts as texts } from './pay-texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../../ui/window-frame.tsx';

/* The window of an order before it is paid: its sum, its coupon, and the ways to pay it. */

const onClose = vi.fn<() => void>();
const show = (): void => showPage(<PayWindow orderId={sampleOrder._id} opened onClose={onClose} />, '/shop');
const sum = async (): Promise<string> => {
  const due = await screen.findByText(texts.due);
  return due.closest('dl')!.textContent;
};
const { couponEntry } = texts;

test('the sum is shown as it is reckoned, with what the order gives', async () => {
  serveShop(() => checkOf({ order: couponOrder, wallet_spend: 4.5, payable: 20.5 }));
  show();
  expect(await sum()).toBe('价格30.00 元优惠券（立减券）−5.00 元钱包−4.50 元应付20.50 元');
  expect(screen.getByText(texts.gives('100 G 不限时流量'))).toBeDefined();
  expect(screen.getByRole('button', { name: '支付 20.50 元' })).toBeDefined();
});

test('whoever buys membership again sees until when it runs then', async () => {
  serveShop(() => checkOf({ order: { ...sampleOrder, add_traffic: 0, add_vip_duration: 30 } }));
  show();
  await sum();
  const after = membershipAfter(sampleUser.vipExpireTime, 30, Date.now());
  const { textContent } = await screen.findByRole('dialog');
  expect(textContent).toContain(texts.after(after));
});

test('a coupon is put on the order, its code trimmed, and the sum changes in place; then it is taken off', async () => {
  let check: WalletCheck = checkOf();
  const server = serveShop(() => check)
    .answer(ordersCalls.useCoupon, () => {
      check = checkOf({ order: couponOrder, payable: 25 });
      return couponOrder;
    })
    .answer(ordersCalls.cancelCoupon, () => {
      check = checkOf();
      return sampleOrder;
    });
  show();
  await press(couponEntry.open);
  await userEvent.type(screen.getByLabelText(couponEntry.label), '  CASH5 ');
  await press(couponEntry.apply);
  await waitFor(async () => expect(await sum()).toContain('优惠券（立减券）−5.00 元应付25.00 元'));
  expect(server.inputsOf(ordersCalls.useCoupon)).toEqual([{ order_id: sampleOrder._id, code: 'CASH5' }]);
  await press(couponEntry.remove);
  await waitFor(async () => expect(await sum()).toBe('价格30.00 元应付30.00 元'));
  expect(server.inputsOf(ordersCalls.cancelCoupon)).toEqual([{ order_id: sampleOrder._id }]);
});

test('a coupon of the customer alone is chosen at a click', async () => {
  const mine = { name: '抽奖：八折', code: 'DRAWNCOUPON23456', discount: 0.85, expireTime: '2026-12-01T04:00:00.000Z' };
  const server = serveShop()
    .answer(couponsCalls.mine, () => [{ ...mine, _id: sampleOrder._id }])
    .answer(ordersCalls.useCoupon, () => couponOrder);
  show();
  await press(couponEntry.open);
  await press('8.5 折（2026-12-01 到期）');
  await waitFor(() =>
    expect(server.inputsOf(ordersCalls.useCoupon)).toEqual([{ order_id: sampleOrder._id, code: mine.code }]),
  );
});

test('an empty code is not sent, and blanks are none', async () => {
  const server = serveShop();
  show();
  await press(couponEntry.open);
  for (const typed of ['', '   ']) {
    if (typed) await userEvent.type(screen.getByLabelText(couponEntry.label), typed);
    await press(couponEntry.apply);
    expect(await screen.findByText('优惠券不能为空')).toBeDefined();
  }
  expect(server.inputsOf(ordersCalls.useCoupon)).toEqual([]);
});

test('what cannot be a code is wrong without the server being asked', async () => {
  const server = serveShop();
  show();
  await press(couponEntry.open);
  const field = screen.getByLabelText<HTMLInputElement>(couponEntry.label);
  await userEvent.type(field, '八折!');
  await press(couponEntry.apply);
  expect(await screen.findByText('优惠券错误')).toBeDefined();
  expect(field.value).toBe('');
  expect(server.inputsOf(ordersCalls.useCoupon)).toEqual([]);
});

test.each(refusedCoupons)('a coupon refused by %s says so, and the field is empty again', async (code, said) => {
  serveShop().answer(ordersCalls.useCoupon, () => refusal(code));
  show();
  await press(couponEntry.open);
  const field = screen.getByLabelText<HTMLInputElement>(couponEntry.label);
  await userEvent.type(field, 'CASH5');
  await press(couponEntry.apply);
  expect(await screen.findByText(said)).toBeDefined();
  await waitFor(() => expect(field.value).toBe(''));
});

test('where another tab was faster with a coupon, that one is shown', async () => {
  let check = checkOf();
  serveShop(() => check).answer(ordersCalls.useCoupon, () => {
    check = checkOf({ order: couponOrder, payable: 25 });
    return refusal('orderHasCoupon');
  });
  show();
  await press(couponEntry.open);
  await userEvent.type(screen.getByLabelText(couponEntry.label), 'CASH8');
  await press(couponEntry.apply);
  await waitFor(async () => expect(await sum()).toContain('优惠券（立减券）−5.00 元应付25.00 元'));
});

test('a coupon that could not be taken off is told as such', async () => {
  serveShop(() => checkOf({ order: couponOrder, payable: 25 })).answer(ordersCalls.cancelCoupon, () =>
    refusal('notFound'),
  );
  show();
  await press(couponEntry.remove);
  expect(await screen.findByText('取消使用优惠券失败，请稍后重试')).toBeDefined();
});

test('once a payment has begun the coupon stays as it is', async () => {
  serveShop(() => checkOf({ order: { ...couponOrder, frozen: true }, payable: 25 }));
  show();
  expect(await screen.findByText(couponEntry.frozen)).toBeDefined();
  expect(screen.queryByRole('button', { name: couponEntry.remove })).toBeNull();
});

test('the ways to pay are those that the server names, 支付宝, 微信 and USDT, and the chosen one is paid', async () => {
  const server = serveShop().answer(ordersCalls.doBuy, () => tradeOf());
  show();
  const ways = within(await screen.findByRole('group', { name: texts.modes.title }));
  expect(ways.getAllByRole('radio').map((way) => way.closest('label')!.textContent)).toEqual([
    '支付宝',
    '微信',
    'USDT',
  ]);
  expect(ways.getByRole<HTMLInputElement>('radio', { name: '支付宝' }).checked).toBe(true);
  await userEvent.click(ways.getByRole('radio', { name: '微信' }));
  await press('支付 30.00 元');
  await screen.findByRole('dialog', { name: '微信支付' });
  expect(server.inputsOf(ordersCalls.doBuy)).toEqual([
    expect.objectContaining({ order_id: sampleOrder._id, pay_mode: 'wxpay', isMobile: false, shown: 30, shown_fee: 0 }),
  ]);
});

test('what a way to pay costs beside the order is said before it is paid, and sent along', async () => {
  const server = serveShop(() => checkOf({ fees: [{ mode: 'alipay', fee: 0.48 }] })).answer(ordersCalls.doBuy, () =>
    tradeOf(),
  );
  show();
  expect(await screen.findByText(texts.fee('0.48'))).toBeDefined();
  expect(await sum()).toMatch(/手续费0\.48 元应付30\.48 元$/);
  await press('支付 30.48 元');
  await screen.findByRole('dialog', { name: '支付宝支付' });
  expect(server.inputsOf(ordersCalls.doBuy)).toEqual([expect.objectContaining({ shown: 30, shown_fee: 0.48 })]);
});

test('an order that the wallet pays whole has one button and no ways to pay', async () => {
  const server = serveShop(() => checkOf({ wallet_spend: 30, payable: 0, modes: [] })).answer(ordersCalls.doBuy, () =>
    tradeOf({ status: 'paied' }),
  );
  show();
  await press(texts.confirm);
  expect(await screen.findByRole('dialog', { name: texts.paid.title })).toBeDefined();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(server.inputsOf(ordersCalls.doBuy)).toEqual([expect.objectContaining({ shown: 0 })]);
});

test('where no way to pay is open it is said who can be asked, with the number of the order', async () => {
  serveShop(() => checkOf({ modes: [] }));
  show();
  const part = within(await screen.findByRole('region', { name: texts.closed.title }));
  expect(await part.findByText(texts.closed.contact('客服 help@example.com'))).toBeDefined();
  expect(part.getByText(sampleOrder._id)).toBeDefined();
  expect(screen.queryByRole('button', { name: /^支付/ })).toBeNull();
});

test.each([
  ['/shop', 0],
  ['/order', 1],
])('where no way to pay is open %s leads to the orders, where this one is cancelled', async (at, closed) => {
  onClose.mockClear();
  serveShop(() => checkOf({ modes: [] }));
  showPage(<PayWindow orderId={sampleOrder._id} opened onClose={onClose} />, at);
  await press(texts.closed.toOrders);
  await waitFor(() => expect(window.location.hash).toBe('#/order'));
  expect(onClose).toHaveBeenCalledTimes(closed);
});

test('where the last way to pay is closed meanwhile, the refusal is told and who can be asked', async () => {
  let check = checkOf({ modes: ['alipay'] });
  const said = '在线支付暂未开通，请联系客服付款，或取消订单';
  serveShop(() => check).answer(ordersCalls.doBuy, () => {
    check = checkOf({ modes: [] });
    return refusal('paymentUnavailable', null, said);
  });
  show();
  await press('支付 30.00 元');
  expect(await screen.findByText(said)).toBeDefined();
  expect(await screen.findByRole('region', { name: texts.closed.title })).toBeDefined();
  expect(screen.queryByRole('radio')).toBeNull();
});

test('an amount that has changed is told in the words of the server, and the new one is shown', async () => {
  let check = checkOf();
  const server = serveShop(() => check).answer(ordersCalls.doBuy, () => {
    check = checkOf({ wallet_spend: 9, payable: 21 });
    return refusal('conflict', null, '应付金额已变化，请确认后重新支付');
  });
  show();
  await press('支付 30.00 元');
  expect(await screen.findByText('应付金额已变化，请确认后重新支付')).toBeDefined();
  expect(await screen.findByRole('button', { name: '支付 21.00 元' })).toBeDefined();
  expect(server.inputsOf(ordersCalls.doBuy)).toHaveLength(1);
});

test.each<[CodeName, string]>([
  ['couponUsedUp', '优惠券使用次数超限'],
  ['paymentUnavailable', '支付通道暂不可用，请换一种方式或稍后再试'],
  ['notFound', '创建订单失败，请稍后重试'],
])('a payment refused by %s says so', async (code, said) => {
  serveShop().answer(ordersCalls.doBuy, () => refusal(code));
  show();
  await press('支付 30.00 元');
  expect(await screen.findByText(said)).toBeDefined();
  expect(screen.getByRole('dialog', { name: texts.title })).toBeDefined();
});

test('an order that cannot be computed says so, and can be tried again', async () => {
  const server = serveShop().answer(ordersCalls.walletCheck, () => refusal('fault'));
  show();
  expect(await screen.findByText('订单确认出错')).toBeDefined();
  server.answer(ordersCalls.walletCheck, () => checkOf());
  await press('重试');
  expect(await sum()).toContain('应付30.00 元');
});

test.each([
  ['/shop', 1],
  ['/order', 0],
])('an order that can no longer be paid says why, and leads from %s to the shop', async (at, closed) => {
  onClose.mockClear();
  serveShop().answer(ordersCalls.walletCheck, () => refusal('conflict', null, '订单已过期，请重新下单'));
  showPage(<PayWindow orderId={sampleOrder._id} opened onClose={onClose} />, at);
  expect((await screen.findByText('订单已过期，请重新下单')).getAttribute('role')).toBe('alert');
  expect(screen.queryByText('订单确认出错')).toBeNull();
  await press(texts.toShop);
  await waitFor(() => expect(window.location.hash).toBe('#/shop'));
  expect(onClose).toHaveBeenCalledTimes(closed);
});

test('a coupon that was deleted meanwhile is said to be gone, with the sum without it', async () => {
  serveShop(() => checkOf({ coupon_gone: true }));
  show();
  expect(await screen.findByText(texts.couponDropped.text)).toBeDefined();
  expect(await sum()).toBe('价格30.00 元应付30.00 元');
});

const insideWeChat = (): void => {
  const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) MicroMessenger/8.0.50';
  const spy = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
  onTestFinished(() => spy.mockRestore());
};

test('inside WeChat, an order that only an app can pay is led to the browser of the phone', async () => {
  insideWeChat();
  serveShop(() => checkOf({ modes: ['urlscheme'] }));
  show();
  expect(await screen.findByText(texts.inChatApp.how)).toBeDefined();
  expect(screen.queryByText(texts.closed.title)).toBeNull();
});

test('inside WeChat, WeChat is preselected, and other ways are paid in the browser of the phone', async () => {
  insideWeChat();
  serveShop(() => checkOf({ modes: ['alipay', 'wxpay'] }));
  show();
  const chosen = await screen.findByRole('radio', { name: /微信/ });
  expect(chosen).toHaveProperty('checked', true);
  expect(screen.queryByText(texts.inChatApp.how)).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: /支付宝/ }));
  expect(screen.getByText('微信内可能无法打开支付宝付款')).toBeDefined();
  expect(screen.getByRole('button', { name: texts.inChatApp.copy })).toBeDefined();
});
