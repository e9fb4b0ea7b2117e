import { type Coupon, couponsCalls as calls } from '@skyport/contract/coupons';
import { gigabytes } from '@skyport/contract/units';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type FakeServer, fakeServer, refusal } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { choose, press, rowOf } from '../testing/user-actions.ts';
import AdminCouponsPage from './admin-coupons.page.tsx';
import CouponRecordsPage from './records.page.tsx';
// Loaded on first use by the page; a test does not wait for the disk.
import '../ui/schema-form/form-frame.tsx';
import '../ui/window-frame.tsx';

/* What the specification says of the pages of coupons, in its own words. */

const coupon: Coupon = {
  _id: '01970000-0000-7000-8000-000000000001',
  name: '开业体验',
  type: 'freeUse',
  taobao: false,
  code: 'HARBOR',
  exactCode: false,
  traffic: gigabytes(8),
  traffixHaveLimitTime: true,
  traffixLimitTime: 24,
  vipDay: 3,
  forMoney: 5,
  discount: 0.85,
  useNumPerUser: 2,
  NumberOfAuthorizations: 50,
  authTimes: 7,
  expireTime: '2026-12-31T15:59:59.000Z',
  createTime: '2026-11-01T00:00:00.000Z',
  vipExpireTime: 7,
  maker: '',
  owner: '',
};

const open = (): FakeServer => {
  const server = fakeServer().answer(calls.list, () => [coupon]);
  showPage(<AdminCouponsPage />);
  return server;
};

test('a coupon is listed with number, name, type, code, effect, both limits, uses and last day', async () => {
  open();
  const cells = within(await rowOf('HARBOR'))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  const shown = ['1', '开业体验', '流量体验券', 'HARBOR', '增加流量8G', '2', '50', '7', '2026-12-31'];
  expect(shown.filter((text) => !cells.includes(text))).toEqual([]);
  const wanted = ['序号', '名称', '类型', '优惠码', '功能', '每人次数', '总次数', '已用次数', '过期日期'];
  for (const name of wanted) expect(screen.getByRole('columnheader', { name })).toBeDefined();
});

test('one coupon is deleted after the question of the specification, and a refusal says why', async () => {
  const server = open().answer(calls.delete, () => ({}));
  const closed = () => waitFor(() => expect(screen.queryByText('确认删除?')).toBeNull());
  await choose('HARBOR', '删除');
  const dialog = within(await screen.findByRole('dialog', { name: '删除确认' }));
  expect(await dialog.findByText('确认删除?')).toBeDefined();
  await press('取消');
  await closed();
  expect(server.inputsOf(calls.delete)).toEqual([]);
  await choose('HARBOR', '删除');
  await press('确认');
  expect(await screen.findByText('删除优惠券成功')).toBeDefined();
  expect(server.inputsOf(calls.delete)).toEqual([{ id_list: [coupon._id] }]);
  await closed();
  server.answer(calls.delete, () => refusal('conflict', null, '仍在使用'));
  await choose('HARBOR', '删除');
  await press('确认');
  expect(await screen.findByText('删除优惠券失败:仍在使用')).toBeDefined();
});

/** A switch is named by its label and its help together. */
const isSwitch = (label: string): boolean => screen.queryByRole('switch', { name: new RegExp(`^${label}`) }) !== null;

const always = ['名称', '类型', '用于淘宝', '每人可用次数', '总次数', '过期日期'];
const ownFields = ['流量', '限时', '流量自动过期', '会员天数', '抵扣现金', '折扣'];

test.each([
  ['流量体验券', ['流量', '限时']],
  ['时间体验券', ['会员天数']],
  ['现金券', ['抵扣现金']],
  ['折扣券', ['折扣']],
])('the editor of a %s has the fields %j and those of every coupon', async (type, own) => {
  open();
  await userEvent.selectOptions(await screen.findByLabelText('优惠券类型'), type);
  await press('新增');
  await screen.findByLabelText('名称');
  const isShown = (label: string): boolean => screen.queryAllByLabelText(label).length > 0 || isSwitch(label);
  expect([...always, '优惠码'].filter((label) => !isShown(label))).toEqual([]);
  expect(ownFields.filter(isShown)).toEqual(own);
});

test('hours are asked for with 限时, and a count in place of a code for Taobao', async () => {
  open();
  await press('新增');
  await screen.findByLabelText('名称');
  expect([screen.queryByLabelText('流量自动过期'), screen.queryByLabelText('创建数量')]).toEqual([null, null]);
  await userEvent.click(screen.getByRole('switch', { name: /^限时/ }));
  expect(await screen.findByLabelText('流量自动过期')).toBeDefined();
  await userEvent.click(screen.getByLabelText('用于淘宝'));
  expect(await screen.findByLabelText('创建数量')).toBeDefined();
  expect(screen.queryByLabelText('优惠码')).toBeNull();
});

test('a use is listed with e-mail, code, effect, time and state', async () => {
  const use = {
    _id: '01970000-0000-7000-8000-000000000002',
    email: 'lin@example.com',
    code: 'HARBOR',
    type: 'cash',
    add_traffic: 0,
    add_day: 0,
    add_money: 5,
    discount: 1,
    time: '2026-11-01T00:00:00.000Z',
    is_delete: false,
  } as const;
  fakeServer().answer(calls.recordList, () => [use]);
  showPage(<CouponRecordsPage />);
  expect(screen.getByPlaceholderText('最近使用的数量')).toBeDefined();
  const cells = within(await rowOf('HARBOR')).getAllByRole('cell');
  const shown = ['lin@example.com', 'HARBOR', '兑换现金 5.00 元', '2026-11-01 08:00:00', '已使用'];
  expect(cells.map(({ textContent }) => textContent)).toEqual(shown);
});
