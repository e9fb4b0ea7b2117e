import { accountsCalls, type UserInfo } from '@skyport/contract/accounts';
import { checkinCalls } from '@skyport/contract/checkin';
import { ordersCalls } from '@skyport/contract/orders';
import { noticesCalls, type HostInfo } from '@skyport/contract/notices';
import { subscriptionCalls } from '@skyport/contract/subscription';
import { trafficCalls } from '@skyport/contract/traffic';
import type { TrafficRecord } from '@skyport/contract/traffic-types';
import { GIB, MIB } from '@skyport/contract/units';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { productDay } from '../checkin/index.ts';
import { readCookie, writeCookie } from '../device/cookies.ts';
import { ownKey } from '../device/own-storage.ts';
import { fakeServer, refusal, type FakeServer } from '../testing/fake-server.ts';
import { shopTexts } from '../shop/shop-texts.ts';
import { sampleHost, sampleOrder, sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { setWidth } from '../testing/browser.ts';
import { BuiltPages } from '../ui/built-pages.ts';
import { date } from '../ui/format.ts';
import DashboardPage from './dashboard.page.tsx';
import { texts } from './texts.ts';

const NEW_KEY = 'n'.repeat(32);

/** The dashboard as it is with the shop and the page of records. */
const withShop = (
  <BuiltPages value={(path) => ['/shop', '/traffic_records'].includes(path)}>
    <DashboardPage />
  </BuiltPages>
);

/** Opens the dashboard for an account; further answers may be given to the server. */
const open = async (
  user: Partial<UserInfo> = {},
  host: Partial<HostInfo> = {},
  records: readonly TrafficRecord[] = [],
) => {
  writeCookie('token', 't');
  const account = { ...sampleUser, ...user };
  const server = fakeServer()
    .answer(accountsCalls.userInfo, () => account)
    .answer(accountsCalls.myPermissions, () => [])
    .answer(noticesCalls.hostGet, () => ({ ...sampleHost, ...host }))
    .answer(trafficCalls.myTrafficRecords, () => [...records]);
  showPage(withShop);
  await screen.findByText('会员剩余');
  await waitFor(() => expect(button('FLClash 订阅').disabled).toBe(false));
  return { server, account };
};

test('a payment that was begun in this browser is offered at home, and leads to its window in the shop', async () => {
  localStorage.setItem(ownKey('payment-begun'), '1');
  const { server } = await open();
  server.answer(ordersCalls.orderList, () => [{ ...sampleOrder, pay_mode: 'alipay' as const }]);
  cleanup();
  showPage(withShop);
  await userEvent.click(await screen.findByRole('button', { name: shopTexts.unfinished.goOn }));
  expect(sessionStorage.getItem(ownKey('paying'))).toBe(sampleOrder._id);
  expect(window.location.hash).toBe('#/shop');
});

const visit = async (host: Partial<HostInfo> = {}): Promise<FakeServer> => {
  const server = fakeServer().answer(noticesCalls.hostGet, () => ({ ...sampleHost, ...host }));
  showPage(<DashboardPage />);
  await waitFor(() => expect(server.inputsOf(noticesCalls.hostGet)).toHaveLength(1));
  return server;
};

const button = (name: string): HTMLButtonElement => {
  const found = screen.getAllByRole<HTMLButtonElement>('button', { name })[0];
  if (!found) throw new Error(`no button ${name}`);
  return found;
};
const press = (name: string) => userEvent.click(button(name));
const choose = async (name: string) => userEvent.click(await screen.findByRole('menuitem', { name }));
const importLink = async (): Promise<string | null> =>
  (await screen.findByRole('menuitem', { name: '一键导入' })).getAttribute('href');
const shown = (text: string) => screen.findByText(text);

test('a visitor sees the page and is asked to log in by every menu', async () => {
  await visit();
  expect(screen.getByRole('link', { name: '登录' }).getAttribute('href')).toBe('#/login');
  expect(screen.getAllByText('登录后查看')).toHaveLength(2);
  // Nothing leads to a shop that is not there.
  expect(screen.queryByRole('link', { name: '购买流量' })).toBeNull();
  await press('FLClash 订阅');
  expect(await shown('请您登录后再进行订阅')).toBeTruthy();
  expect(screen.queryByRole('menuitem')).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Android' }));
  await press('SingBox 订阅');
  expect(await shown('请登录')).toBeTruthy();
});

test('a visitor who checks in is asked to log in', async () => {
  await visit();
  await userEvent.click(screen.getByRole('button', { name: /每日签到/ }));
  expect(await shown('暂未登录，请登录')).toBeTruthy();
});

test('a member sees days, quota, permanent traffic and the streak', async () => {
  const soon = new Date(Date.now() + 23 * 86_400_000 + 60_000).toISOString();
  await open({ vipExpireTime: soon, dailyTimePackageUsage: Math.round(18.52 * GIB), spendTraffic: 10 * GIB });
  expect(screen.getByText('23', { selector: '.sp-big' })).toBeTruthy();
  expect(screen.getByText(texts.until(date(soon)))).toBeTruthy();
  expect(screen.getByText('今日限时流量 18.52 / 50 G')).toBeTruthy();
  expect(screen.getByText('40.00')).toBeTruthy();
  expect(screen.getByText('12 / 30 天')).toBeTruthy();
  expect(screen.getByText('● 会员有效')).toBeTruthy();
  expect(screen.getByRole('link', { name: '购买流量' }).getAttribute('href')).toBe('#/shop');
});

test('on a phone the advanced card does not repeat the list of clients: its buttons are folded away', async () => {
  setWidth(390);
  onTestFinished(() => setWidth(1440));
  await open();
  const card = screen.getByRole('heading', { name: texts.advanced }).closest('section')!;
  expect(card.querySelector('details')!.textContent).toContain('Surfboard');
  expect(card.querySelector('details')!.open).toBe(false);
  expect(card.querySelectorAll(':scope > .sp-advanced')).toHaveLength(0);
});

test('whoever is no member has no quota of the day, and is not shown an empty one', async () => {
  await open({ vipExpireTime: null, dailyTimePackageUsage: 0 });
  expect(screen.getByText('会员每天可使用限时流量')).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.queryByText(/今日限时流量/)).toBeNull();
});

test('an account with a special daily quota sees it, and is not sent to the shop', async () => {
  await open({
    vipExpireTime: null,
    traffic: 0,
    specialDailyUnlimitTraffic: true,
    limit: 3 * GIB,
    dailyTimePackageUsage: 0,
  });
  expect(screen.getByText('● 每日流量可用')).toBeTruthy();
  expect(screen.getByText('今日限时流量 0.00 / 3 G')).toBeTruthy();
  expect(screen.queryByRole('link', { name: '购买' })).toBeNull();
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', '推荐使用 FLClash 0.8.59'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15', '检测到您在用 macOS，推荐 FLClash 0.8.59'],
])('a device is called what it is, or not at all: %s', async (agent, text) => {
  const spy = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
  onTestFinished(() => spy.mockRestore());
  await open();
  expect(screen.getByText(text)).toBeTruthy();
});

test('the bar of the quota stops at its end', async () => {
  await open({ dailyTimePackageUsage: 70 * GIB });
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');
});

test('an agency customer sees neither shop nor buying notice nor another domain', async () => {
  const announced = { notice_show: true, notice_title: '公告', notice_content: '周六维护' };
  const user = { is_agency_user: true, preferDomain: 'elsewhere.example.com' };
  await open(user, { ...announced, buy_notice: '购买前请阅读' });
  // The buying notice of others follows the announcement.
  await shown('周六维护');
  await userEvent.click(screen.getAllByRole('button', { name: '关闭' }).at(-1)!);
  await waitFor(() => expect(screen.queryByText('周六维护')).toBeNull());
  expect(screen.queryByRole('link', { name: '购买流量' })).toBeNull();
  expect(screen.queryByText('购买前请阅读')).toBeNull();
  expect(screen.queryByText(/elsewhere/)).toBeNull();
});

test('an announcement tells an agency customer not how to reach the operator; others it does', async () => {
  const host = {
    notice_show: true,
    notice_title: '公告',
    notice_content: '周六维护',
    contact_info: 'help@example.com',
  };
  await open({ is_agency_user: true }, host);
  await shown('周六维护');
  expect(screen.queryByText(/help@example/)).toBeNull();
  cleanup();
  await open({}, host);
  expect(await shown('联系方式：help@example.com')).toBeTruthy();
});

test('others see the buying notice once a day, and the prompt to change the domain', async () => {
  await open({ preferDomain: 'fast.example.com' }, { buy_notice: '购买前请阅读' });
  expect(await shown('购买前请阅读')).toBeTruthy();
  expect(await shown('推荐使用 fast.example.com 访问，速度更快')).toBeTruthy();
});

test('the page itself offers the client of this device, by its link', async () => {
  await open();
  const link = screen.getByRole('link', { name: '导入到 FLClash' });
  const url = `${window.location.origin}/api/subscript/flclash/${sampleUser._id}/${sampleUser.userkey}?f=flclash`;
  expect(link.getAttribute('href')).toBe(`flclash://install-config?url=${encodeURIComponent(url)}`);
});

test('links are made with the base of the account, else of the host', async () => {
  await open({ describe_host: 'https://sub.example.com' }, { describe_host: 'https://host.example.com' });
  await press('Clash 订阅');
  expect(await importLink()).toContain(encodeURIComponent('https://sub.example.com/api/subscript/clash/'));
});

test('the chosen platform is remembered, and iOS shows the way to an Apple ID', async () => {
  await open();
  expect(screen.queryByRole('link', { name: /Apple ID/ })).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'iOS' }));
  expect(readCookie('platform')).toBe('iOS');
  expect(screen.getByRole('link', { name: /Apple ID/ }).getAttribute('href')).toBe('#/apple_id_share');
  expect(screen.getByRole('link', { name: 'Streisands 安装教程' }).getAttribute('href')).toBe('#/streisand_for_ios');
});

test('apps of phones are not opened from a computer, nor Surge outside iOS', async () => {
  await open();
  await press('Shadowrocket 订阅');
  await choose('一键导入');
  expect(await shown('请在手机端打开本网站，再进行一件订阅的操作')).toBeTruthy();
  await press('Surge 订阅');
  await choose('一键导入');
  expect(await shown('仅 IOS surge支持一键订阅')).toBeTruthy();
});

test('the QR code opens in a window with its title', async () => {
  await open();
  await press('Clash 订阅');
  await choose('扫描二维码');
  const dialog = await screen.findByRole('dialog', { name: 'Clash 订阅二维码' });
  expect(within(dialog).getByText(/请使用客户端的扫码功能扫描/)).toBeTruthy();
  // The test's browser has no canvas to draw on, and the window says what to do instead.
  expect(await within(dialog).findByText('二维码没有生成，请改用复制')).toBeTruthy();
});

/** Asks for a new link and confirms. */
const reset = async () => {
  await press('Clash 订阅');
  await choose('重置订阅链接');
  expect(await screen.findByText(/所有已订阅的设备都将断网，需要重新订阅/)).toBeTruthy();
  expect(screen.getByText(/一小时内会自动恢复/)).toBeTruthy();
  await press('确认重置');
};

test('after a reset every link has the new key, even while the account is read again', async () => {
  const { server, account } = await open();
  server.answer(subscriptionCalls.resetUserkey, () => {
    server.answer(accountsCalls.userInfo, () => ({ ...account, userkey: NEW_KEY }));
    return { userkey: NEW_KEY };
  });
  await reset();
  await waitFor(() =>
    expect(screen.getByRole('link', { name: '导入到 FLClash' }).getAttribute('href')).toContain(NEW_KEY),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Clash 订阅');
  expect(await importLink()).toContain(NEW_KEY);
});

test('a refused reset is told and changes nothing', async () => {
  const { server } = await open();
  server.answer(subscriptionCalls.resetUserkey, () => refusal('accountForbids'));
  await reset();
  expect(await shown('该账号不允许这样操作。')).toBeTruthy();
  expect(screen.getByRole('link', { name: '导入到 FLClash' }).getAttribute('href')).toContain(sampleUser.userkey);
});

const signIn = () => userEvent.click(screen.getByRole('button', { name: /每日签到/ }));

test('a check-in tells what it gave and is done for today', async () => {
  const { server, account } = await open();
  expect(screen.getByRole('button', { name: /每日签到/ }).dataset['muted']).toBeUndefined();
  server.answer(checkinCalls.signUse, () => {
    server.answer(accountsCalls.userInfo, () => ({ ...account, signUseToday: true, haveContinueSignUseData: 13 }));
    return { addTraffic: 200 * MIB, haveContinueSignUseData: 13, extraReward: false };
  });
  await signIn();
  expect(await shown('签到成功，获得 200 M 流量，已连续签到 13 天')).toBeTruthy();
  expect(button('已签到').disabled).toBe(true);
  expect(screen.getByText('13 / 30 天')).toBeTruthy();
  expect(readCookie('last-signUse-time')).toBe(productDay(Date.now()));
});

test('unpaid accounts and browsers that checked in before are not sent to the server', async () => {
  const { server } = await open({ paidUser: false });
  // It looks like what cannot be had, and says why when it is pressed.
  expect(screen.getByRole('button', { name: /每日签到/ }).dataset['muted']).toBe('true');
  await signIn();
  expect(await shown('付费用户可领取每日福利')).toBeTruthy();
  expect(server.inputsOf(checkinCalls.signUse)).toEqual([]);
});

test('another account checked in on this browser today', async () => {
  writeCookie('last-signUse-time', productDay(Date.now()));
  const { server } = await open();
  await signIn();
  expect(await shown('已经使用其他账号签过到')).toBeTruthy();
  expect(server.inputsOf(checkinCalls.signUse)).toEqual([]);
});

test('the day of a check-in is one of the zone that the settings name', async () => {
  const now = Date.now();
  // These two are 25 hours apart: one of them always has another day than the zone of the default.
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
  const timezone = zones.find((zone) => productDay(now, zone) !== productDay(now))!;
  writeCookie('last-signUse-time', productDay(now, timezone));
  const { server } = await open({}, { timezone });
  await signIn();
  expect(await shown('已经使用其他账号签过到')).toBeTruthy();
  expect(server.inputsOf(checkinCalls.signUse)).toEqual([]);
});

test('a refused check-in says so and may be tried again', async () => {
  const { server } = await open();
  server.answer(checkinCalls.signUse, () => refusal('checkinRefused'));
  await signIn();
  expect(await shown('签到失败')).toBeTruthy();
  expect(readCookie('last-signUse-time')).toBeUndefined();
});

test('without traffic the chart says so, with traffic its bars tell their sum', async () => {
  await open();
  expect(await shown('暂无记录')).toBeTruthy();
});

test('the bars of ten days tell their sum', async () => {
  await open({}, {}, [
    {
      type: 'spend',
      desc: '',
      trafficChange: -GIB,
      exemptionTraffic: GIB / 2,
      allTraffic: 0,
      allSpend: 0,
      day: productDay(Date.now()),
      updateTime: new Date().toISOString(),
    },
  ]);
  expect(await screen.findByRole('img', { name: '近 10 日流量柱状图，共 1.50 G' })).toBeTruthy();
  expect(screen.getByText(`${productDay(Date.now())}：1.50 G`)).toBeTruthy();
  expect(screen.getByRole('link', { name: '查看流量记录' }).getAttribute('href')).toBe('#/traffic_records');
});

test('an account that could not be read is told, and can be read again', async () => {
  writeCookie('token', 't');
  const server = fakeServer().answer(accountsCalls.userInfo, () => refusal('fault'));
  showPage(<DashboardPage />);
  expect(await shown('请稍后重试')).toBeTruthy();
  server.answer(accountsCalls.userInfo, () => sampleUser);
  await press('重试');
  expect(await shown('会员剩余')).toBeTruthy();
});

const universal = (): string =>
  `${window.location.origin}/api/subscript/auto/${sampleUser._id}/${sampleUser.userkey}?f=auto`;

test('whoever does not know which client gets one link for all, to copy', async () => {
  await open();
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  expect(screen.getByText('不知道选哪个？复制这个，客户端会自动得到合适的格式')).toBeTruthy();
  vi.stubGlobal('isSecureContext', true);
  await press('复制通用订阅链接');
  expect(await shown('已复制到剪切板')).toBeTruthy();
  expect(writeText).toHaveBeenCalledWith(universal());
});

test('and as a QR code', async () => {
  await open();
  await press('通用订阅链接二维码');
  expect(await screen.findByRole('dialog', { name: '通用订阅链接 订阅二维码' })).toBeTruthy();
});

test('a visitor is asked to log in before copying the universal link', async () => {
  await visit();
  await press('复制通用订阅链接');
  expect(await shown('请您登录后再进行订阅')).toBeTruthy();
});

test('further clients are folded away, each with its own kind of document', async () => {
  await open();
  expect(screen.queryByRole('button', { name: 'Hiddify 订阅' })).toBeNull();
  await userEvent.click(screen.getByText('更多客户端'));
  await screen.findByRole('button', { name: 'Hiddify 订阅' });
  await press('Hiddify 订阅');
  const url = `${window.location.origin}/api/subscript/hiddify/${sampleUser._id}/${sampleUser.userkey}?f=hiddify`;
  expect(await importLink()).toBe(`hiddify://import/${url}#${encodeURIComponent('天港')}`);
  await press('NekoBox 订阅');
  expect(await screen.findByRole('menuitem', { name: '复制订阅链接' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: '一键导入' })).toBeNull();
});

test('apps for Apple devices are not opened from others', async () => {
  await open();
  await userEvent.click(screen.getByText('更多客户端'));
  await screen.findByRole('button', { name: 'Loon 订阅' });
  await press('Loon 订阅');
  await choose('一键导入');
  expect(await shown('该客户端仅支持 iOS 和 macOS，请在苹果设备上打开本网站')).toBeTruthy();
});
