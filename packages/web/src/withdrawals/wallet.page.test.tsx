import { inviteCalls } from '@skyport/contract/invite';
import { addressProblems, type Wallet, walletCalls as calls } from '@skyport/contract/withdrawals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, type FakeServer, refusal } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { press, rowOf } from '../testing/user-actions.ts';
import { EVM, sampleRequest, sampleReward, sampleSpend, sampleWallet, TRON } from './testing.ts';
import { walletTexts as texts } from './texts.ts';
import WalletPage from './wallet.page.tsx';
// Loaded on first use by the page; a test does not wait for the disk.
import '../ui/window-frame.tsx';
import '../ui/schema-form/form-frame.tsx';

const show = (change: Partial<Wallet> = {}): FakeServer => {
  const server = fakeServer()
    .answer(calls.myWallet, () => ({ ...sampleWallet, ...change }))
    .answer(calls.chargeList, () => [
      sampleRequest,
      { ...sampleRequest, _id: sampleRequest._id.replace(/1$/, '2'), money: 600, status: 'paid' as const },
      {
        ...sampleRequest,
        _id: sampleRequest._id.replace(/1$/, '3'),
        money: 700,
        status: 'returned' as const,
        msg: '地址有误',
      },
    ])
    .answer(inviteCalls.rewardList, () => [sampleReward])
    .answer(calls.spendList, () => [sampleSpend, { ...sampleSpend, _id: '6', spendMoney: -10, desc: '客服调整' }]);
  showPage(<WalletPage />, '/wallet');
  return server;
};
const window = () => screen.findByRole('dialog');

test('the balance stands there with three decimals, and why a part of it cannot be withdrawn', async () => {
  show();
  expect(await screen.findByText('1026.500 元')).toBeDefined();
  const parts = screen.getByLabelText(texts.parts);
  expect(parts.textContent).toContain('1000.000 元');
  expect(parts.textContent).toContain(texts.otherHint);
  expect(parts.textContent).toMatch(/6\.000 元订单支付满 7 天后可提现，最近一笔 2026-11-28/);
  expect(parts.textContent).toContain(texts.flaggedHint);
});

test('withdrawals are pending, settled or returned; what was spent and came back has its sign and what was left', async () => {
  show();
  expect((await rowOf('1000.000 元')).textContent).toContain('待结算');
  expect((await rowOf('600.000 元')).textContent).toContain('已结算');
  expect((await rowOf('700.000 元')).textContent).toMatch(/已退回.*地址有误/);
  expect((await rowOf('使用余额')).textContent).toContain('−10.000 元');
  expect((await rowOf('客服调整')).textContent).toContain('+10.000 元');
});

test('rebates stand there as credited, with what was left', async () => {
  show();
  await screen.findByText('月付套餐');
  const row = (await rowOf('月付套餐')).textContent;
  expect(row).toContain('+6.000 元');
  expect(row).toContain('已入账');
  expect(row).toContain('26.500 元');
});

test('a withdrawal is asked for after a question that shows amount, rate, network and address', async () => {
  const server = show().answer(calls.makeCharge, () => sampleRequest);
  await press(texts.withdraw);
  const asked = (await window()).textContent;
  for (const part of ['1000.000 元', '138.888 USDT', '1 USDT = 7.2 元', 'USDT-TRC20', TRON, texts.confirm.check])
    expect(asked).toContain(part);
  await press(texts.confirm.run);
  expect(await screen.findByText(texts.asked.text)).toBeDefined();
  const shown = { money: 1000, usdt: 138.888, addressType: 'USDT-TRC20', address: TRON };
  expect(server.inputsOf(calls.makeCharge)).toEqual([{ shown }]);
});

test('without an address, or with too little, nobody is asked', async () => {
  const server = show({ address: '', addressType: '' });
  await press(texts.withdraw);
  expect(await screen.findByText('请先填写并确认您的收款地址')).toBeDefined();
  expect(server.inputsOf(calls.makeCharge)).toEqual([]);
});

test.each([
  ['withdrawalRefused', '您有一笔提现正在处理', '您有一笔提现正在处理'],
  ['conflict', '汇率已变化', '汇率已变化'],
  ['throttled', '请求过于频繁，请稍后再试', '请求过于频繁，请稍后再试'],
  ['starting', '服务正在启动或维护，请稍后重试', '服务正在启动或维护，请稍后重试'],
  ['notBuilt', '别的', '申请提现失败，最低提现金额 500 元'],
] as const)('a withdrawal that is refused by %s says why', async (code, said, shown) => {
  show().answer(calls.makeCharge, () => refusal(code, null, said));
  await press(texts.withdraw);
  await press(texts.confirm.run);
  expect(await screen.findByText(shown)).toBeDefined();
});

test('while a withdrawal is open, that is said, and not what the least is', async () => {
  const server = show({ withdrawable: 0, withdrawing: 1000 });
  await press(texts.withdraw);
  expect(await screen.findByText('您有一笔提现正在处理，结算后才能再次申请')).toBeDefined();
  expect(server.inputsOf(calls.makeCharge)).toEqual([]);
});

test('below the least sum, what the least is is said', async () => {
  show({ withdrawable: 499.999 });
  await press(texts.withdraw);
  expect(await screen.findByText('申请提现失败，最低提现金额 500 元')).toBeDefined();
});

test('an address is checked for its network before it is sent', async () => {
  const server = show({ address: '', addressType: '' }).answer(calls.changeRewardAdress, () => ({}));
  await press(texts.payout.set);
  const form = await window();
  const address = within(form).getByLabelText(/收款地址/);
  await userEvent.type(address, EVM);
  await userEvent.click(within(form).getByRole('button', { name: '确认' }));
  expect(await within(form).findByText(addressProblems['USDT-TRC20'])).toBeDefined();
  await userEvent.clear(address);
  await userEvent.type(address, ` ${TRON} `);
  await userEvent.click(within(form).getByRole('button', { name: '确认' }));
  await waitFor(() =>
    expect(server.inputsOf(calls.changeRewardAdress)).toEqual([{ addressType: 'USDT-TRC20', address: TRON }]),
  );
  expect(await screen.findByText(texts.payout.saved.text)).toBeDefined();
});

test('while an address rests, until when stands there', async () => {
  show({ address_rests_until: '2026-11-22T06:00:00.000Z' });
  expect((await screen.findByText(/收款地址刚刚修改/)).textContent).toContain('2026-11-22');
});
