import { accountsCalls } from '@skyport/contract/accounts';
import type { CodeName } from '@skyport/contract/codes';
import { couponsCalls } from '@skyport/contract/coupons';
import { gigabytes, MIB } from '@skyport/contract/units';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { writeCookie } from '../device/cookies.ts';
import { fakeServer, refusal, type FakeServer } from '../testing/fake-server.ts';
import { sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { FreeCouponButton } from './free-coupon-button.tsx';
import { redeemed } from './texts.ts';

// The test's browser has no database of its own; these two functions are all that the window uses of it.
const recorded = vi.hoisted(() => new Set<string>());
vi.mock('../device/local-db.ts', () => ({
  couponRecorded: async (code: string) => recorded.has(code),
  recordCoupon: async (code: string) => void recorded.add(code),
}));
beforeEach(() => recorded.clear());

const member = (): FakeServer =>
  fakeServer()
    .answer(accountsCalls.userInfo, () => sampleUser)
    .answer(accountsCalls.myPermissions, () => []);

/** Opens the window as somebody logged in, types a code and confirms. */
const redeem = async (code: string): Promise<void> => {
  writeCookie('token', 't');
  const user = userEvent.setup();
  showPage(<FreeCouponButton />);
  await waitFor(async () => {
    await user.click(screen.getByRole('button', { name: '体验券兑换' }));
    expect(screen.getByLabelText('兑换码')).toBeTruthy();
  });
  if (code) await user.type(screen.getByLabelText('兑换码'), code);
  await user.click(screen.getByRole('button', { name: '确认' }));
};

test('a coupon is redeemed, its code trimmed, and the gain is told', async () => {
  const server = member().answer(couponsCalls.redeem, () => ({
    name: '新人券',
    traffic: gigabytes(10),
    day: 0,
    type: 'freeUse' as const,
  }));
  await redeem('  NEW10  ');
  expect(await screen.findByText('兑换成功，获得 10 G 流量')).toBeTruthy();
  expect(server.inputsOf(couponsCalls.redeem)).toEqual([{ code: 'NEW10' }]);
  await waitFor(() => expect(screen.queryByLabelText('兑换码')).toBeNull());
  expect(recorded).toEqual(new Set(['NEW10']));
  expect(server.inputsOf(accountsCalls.userInfo).length).toBeGreaterThan(1);
});

test('the gain names whole GB and days, each when there are any, for 5 seconds', () => {
  expect(redeemed({ traffic: gigabytes(2.9), day: 0 })).toEqual({ text: '兑换成功，获得 2 G 流量', ms: 5000 });
  expect(redeemed({ traffic: gigabytes(0.5), day: 0 }).text).toBe('兑换成功，获得 0.5 G 流量');
  expect(redeemed({ traffic: 4 * MIB, day: 0 }).text).toBe('兑换成功，获得 4 M 流量');
  expect(redeemed({ traffic: 0, day: 7 }).text).toBe('兑换成功，获得 7 天会员');
  expect(redeemed({ traffic: gigabytes(1), day: 7 }).text).toBe('兑换成功，获得 1 G 流量、7 天会员');
});

test.each<[CodeName, string, boolean]>([
  ['couponMissing', '体验券不存在', false],
  ['couponUsedUp', '该体验券已经兑换过', true],
  ['couponExhausted', '抱歉，该体验券已抢兑完毕', false],
  ['couponWrongType', '券类型错误', false],
  ['couponExpired', '体验券过期', false],
  ['couponTooManyTries', '兑换激活码失败，请勿尝试太多次', false],
  ['fault', '兑换激活码失败，请勿尝试太多次', false],
  ['throttled', '请求过于频繁，请稍后再试', false],
  ['starting', '服务正在启动或维护，请稍后重试', false],
])('%s says %s', async (code, message, remembered) => {
  member().answer(couponsCalls.redeem, () => refusal(code));
  await redeem('CODE1');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByLabelText('兑换码')).toBeTruthy();
  await waitFor(() => expect(recorded.has('CODE1')).toBe(remembered));
});

test('an account that can hold no more traffic is told so in the words of the server', async () => {
  member().answer(couponsCalls.redeem, () => refusal('conflict', null, '兑换后流量将超过账号上限，请联系客服'));
  await redeem('CODE1');
  expect(await screen.findByText('兑换后流量将超过账号上限，请联系客服')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('兑换码'), '2');
  expect(screen.queryByText('兑换后流量将超过账号上限，请联系客服')).toBeNull();
});

test('a code that was redeemed on this device is not sent again', async () => {
  recorded.add('OLD1');
  const server = member();
  await redeem('OLD1 ');
  expect(await screen.findByText('请勿重复使用')).toBeTruthy();
  expect(server.inputsOf(couponsCalls.redeem)).toEqual([]);
});

test('an empty code is not sent', async () => {
  const server = member();
  await redeem('');
  expect(await screen.findByText('请输入兑换码')).toBeTruthy();
  expect(server.inputsOf(couponsCalls.redeem)).toEqual([]);
});

test('a broken network is told once and as such', async () => {
  const server = member();
  server.answer(couponsCalls.redeem, () => {
    throw new TypeError('Failed to fetch');
  });
  await redeem('CODE1');
  expect(await screen.findByText('网络错误，请稍后重试')).toBeTruthy();
  expect(screen.queryByText('兑换激活码失败，请勿尝试太多次')).toBeNull();
});

test('a visitor is asked to log in', async () => {
  fakeServer();
  showPage(<FreeCouponButton />);
  await userEvent.click(screen.getByRole('button', { name: '体验券兑换' }));
  expect(await screen.findByText('请您登录后再进行体验')).toBeTruthy();
  expect(screen.queryByLabelText('兑换码')).toBeNull();
});
