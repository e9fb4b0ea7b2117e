import { couponUseEffect } from '@skyport/contract/coupon-use-columns';
import { type Coupon, couponsCalls as calls, type CouponRecord, couponTypeNames } from '@skyport/contract/coupons';
import { gigabytes, MIB } from '@skyport/contract/units';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { staffRecordTexts } from '../list-page/staff-record-texts.ts';
import * as files from '../ui/save-file.ts';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { press, rowOf } from '../testing/user-actions.ts';
import { showPage } from '../testing/show-page.tsx';
import AdminCouponsPage from './admin-coupons.page.tsx';
import { randomCode } from '../device/random.ts';
import { endOfShopDay } from '../ui/shop-time.ts';
import { fieldsOf } from '../ui/schema-form/field-spec.ts';
import { texts as formTexts } from '../ui/schema-form/texts.ts';
import { couponFields } from './admin-fields.ts';
import { CouponEditor, couponEffect, freeCode, newCoupon, SAMPLE_CODE } from './admin-rules.ts';
import { couponUseTexts, texts } from './admin-texts.ts';
import CouponRecordsPage from './records.page.tsx';
// Loaded on first use by the page; a test does not wait for the disk.
import '../ui/schema-form/form-frame.tsx';
import '../ui/window-frame.tsx';

const idOf = (n: number): string => `01970000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const { count: _count, ...fields } = newCoupon(
  { type: 'freeUse', taobao: false, code: 'CODE0' },
  Date.parse('2026-11-01T00:00:00Z'),
);
const coupon = (n: number, more: Partial<Coupon> = {}): Coupon => ({
  ...(fields as Coupon),
  _id: idOf(n),
  name: `体验 ${n}`,
  code: `CODE${n}`,
  exactCode: false,
  authTimes: 0,
  createTime: new Date(Date.UTC(2026, 10, n)).toISOString(),
  maker: 'ops@example.com',
  owner: '',
  ...more,
});

const codesShown = async () =>
  (await screen.findAllByRole('row')).slice(1).map((row) => within(row).getAllByRole('cell')[4]!.textContent);

const record: CouponRecord = {
  _id: idOf(90),
  email: '',
  code: 'CODE1',
  type: 'freeUse',
  add_traffic: gigabytes(8),
  add_day: 3,
  add_money: 5,
  discount: 0.8,
  time: '2026-11-01T00:00:00.000Z',
  is_delete: true,
};

test('what a coupon does is described in short', () => {
  const one = { ...coupon(1), traffic: gigabytes(1.5), vipDay: 7, forMoney: 12.5, discount: 0.85 };
  expect(couponEffect({ ...one, type: 'freeUse' })).toBe('增加流量1.5G');
  expect(couponEffect({ ...one, traffic: 4 * MIB, type: 'freeUse' })).toBe('增加流量4M');
  expect(couponEffect({ ...one, type: 'freeTime' })).toBe('增加7天');
  expect(couponEffect({ ...one, type: 'cash' })).toBe('抵扣12.5元');
  expect(couponEffect({ ...one, type: 'discount' })).toBe('打8.5折');
});

test('a discount goes from 0.1 to 1, and uses for each person from 0 in whole steps', () => {
  const known = fieldsOf(CouponEditor, couponFields);
  const boundsOf = (wanted: string) => known.find(({ name }) => name === wanted)?.bounds;
  expect(boundsOf('discount')).toMatchObject({ min: 0.1, max: 1 });
  expect(boundsOf('useNumPerUser')).toMatchObject({ min: 0, step: 1 });
});

test('what a use gave is said with its unit', () => {
  expect(
    (['freeUse', 'freeTime', 'cash', 'discount'] as const).map((type) => couponUseEffect({ ...record, type })),
  ).toEqual(['增加流量 8.00 G', '增加天数 3 天', '兑换现金 5.00 元', '折扣 0.8']);
  expect(couponUseEffect({ ...record, add_traffic: 4 * MIB, type: 'freeUse' })).toBe('增加流量 4 M');
  expect(couponUseEffect({ ...record, type: 'gift' as never })).toBe('gift');
});

test('a random code has six signs; a new coupon ends in seven days', () => {
  expect(randomCode((bytes) => bytes.fill(255))).toBe('999999');
  const cash = newCoupon({ type: 'cash', taobao: false, code: 'CODE0' }, 0);
  expect(cash).toMatchObject({
    type: 'cash',
    traffic: gigabytes(8),
    useNumPerUser: 1,
    NumberOfAuthorizations: 100,
    vipExpireTime: 7,
  });
  expect(newCoupon({ type: 'cash', taobao: true, code: 'CODE0' }, 0)).toMatchObject({
    taobao: true,
    NumberOfAuthorizations: 1,
  });
  expect(cash.expireTime).toBe('1970-01-08T00:00:00.000Z');
  expect([endOfShopDay('2026-11-30').slice(-8), endOfShopDay('')]).toEqual([':59.000Z', '']);
});

test('only the chosen type is listed, newest first, Taobao apart', async () => {
  fakeServer().answer(calls.list, () => [
    coupon(1),
    coupon(2),
    coupon(3, { type: 'cash' }),
    coupon(4, { taobao: true }),
  ]);
  showPage(<AdminCouponsPage />);
  expect(await codesShown()).toEqual(['CODE2', 'CODE1']);
  expect(screen.queryByText(texts.download)).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText(texts.type), '现金券');
  expect(await codesShown()).toEqual(['CODE3']);
  await userEvent.selectOptions(screen.getByLabelText(texts.type), '流量体验券');
  await userEvent.click(screen.getByLabelText(texts.taobao));
  expect(await codesShown()).toEqual(['CODE4']);
  const saved = vi.spyOn(files, 'saveFile').mockReturnValue();
  await press('下载所有优惠码');
  expect(saved).toHaveBeenCalledWith('优惠码.txt', 'CODE4\n', 'text/plain;charset=utf-8');
});

test('删除所选 deletes all listed, after the warning of the specification', async () => {
  const fake = fakeServer()
    .answer(calls.list, () => [coupon(1), coupon(2), coupon(3, { type: 'cash' })])
    .answer(calls.delete, () => ({}));
  showPage(<AdminCouponsPage />);
  await codesShown();
  await press(texts.deleteListed);
  expect(await screen.findByText('危险，请谨慎操作')).toBeDefined();
  expect(screen.getByText('确认删除所有当前所选优惠券?')).toBeDefined();
  expect(screen.getByText(/^共 2 张：当前列表中的全部/)).toBeDefined();
  await press('确认');
  expect(await screen.findByText('删除所有优惠券成功')).toBeDefined();
  expect(fake.inputsOf(calls.delete)).toEqual([{ id_list: [idOf(2), idOf(1)] }]);
});

test('a refused deletion of all listed says why', async () => {
  fakeServer()
    .answer(calls.list, () => [coupon(1)])
    .answer(calls.delete, () => refusal('roleForbidden'));
  showPage(<AdminCouponsPage />);
  await codesShown();
  await press('删除所选');
  await press('确认');
  expect(await screen.findByText('删除所有优惠券失败:没有权限')).toBeDefined();
});

test('删除所选 takes the whole list whatever is ticked, and says so; 删除勾选 takes the ticked ones', async () => {
  const fake = fakeServer()
    .answer(calls.list, () => [coupon(1), coupon(2)])
    .answer(calls.delete, () => ({}));
  showPage(<AdminCouponsPage />);
  await codesShown();
  await userEvent.click(within(await rowOf('CODE1')).getByRole('checkbox'));
  await press(texts.deleteListed);
  expect(await screen.findByText(/^共 2 张：当前列表中的全部优惠券，不论是否勾选/)).toBeDefined();
  await press('取消');
  await waitFor(() => expect(screen.queryByText('危险，请谨慎操作')).toBeNull());
  await press(texts.deleteTicked);
  expect(await screen.findByText('确认删除所有当前所选优惠券?')).toBeDefined();
  expect(screen.getByText(/^共 1 张：勾选的优惠券/)).toBeDefined();
  await press('确认');
  await waitFor(() => expect(fake.inputsOf(calls.delete)).toEqual([{ id_list: [idOf(1)] }]));
});

test('how many of the coupons somebody has won is said before they are deleted', async () => {
  fakeServer().answer(calls.list, () => [coupon(1), coupon(2, { owner: 'winner@example.com' })]);
  showPage(<AdminCouponsPage />);
  await codesShown();
  await press(texts.deleteListed);
  expect(await screen.findByText(/^共 2 张.*其中 1 张是用户抽中的专属优惠券/)).toBeDefined();
  await press('取消');
  await waitFor(() => expect(screen.queryByText('危险，请谨慎操作')).toBeNull());
  await userEvent.click(within(await rowOf('CODE2')).getByRole('checkbox'));
  await press(texts.deleteTicked);
  expect(await screen.findByText(/^共 1 张：勾选的优惠券。其中 1 张/)).toBeDefined();
});

test('a coupon is made with the traffic in G, and a code by chance', async () => {
  const fake = fakeServer()
    .answer(calls.list, () => [])
    .answer(calls.update, () => coupon(5));
  showPage(<AdminCouponsPage />);
  await press(texts.add);
  await userEvent.type(await screen.findByLabelText('名称'), '开业');
  await userEvent.clear(await screen.findByLabelText('流量'));
  await userEvent.type(await screen.findByLabelText('流量'), '20');
  await press(formTexts.random);
  expect((screen.getByLabelText('优惠码') as HTMLInputElement).value).toMatch(/^[A-Z2-9]{6}$/);
  await press('确认');
  expect(await screen.findByText('配置优惠券成功')).toBeDefined();
  expect(fake.inputsOf(calls.update)[0]).toMatchObject({ name: '开业', type: 'freeUse', traffic: gigabytes(20) });
});

test('a coupon that was saved with another type is shown: the list turns to that type', async () => {
  fakeServer()
    .answer(calls.list, () => [coupon(1)])
    .answer(calls.update, () => coupon(5));
  showPage(<AdminCouponsPage />);
  await press(texts.add);
  await userEvent.type(await screen.findByLabelText('名称'), '开业');
  const editor = within(screen.getByRole('dialog'));
  await userEvent.selectOptions(editor.getByLabelText('类型'), couponTypeNames.freeTime);
  const days = await screen.findByLabelText('会员天数');
  await userEvent.clear(days);
  await userEvent.type(days, '3');
  await press('确认');
  await screen.findByText('配置优惠券成功');
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>(texts.type).value).toBe('freeTime'));
});

test('the form of a new coupon opens with a free random code, and shows the sample in the empty field', async () => {
  const codes = ['code1', 'CODE2', 'FREE3'];
  expect(freeCode([coupon(1), coupon(2)], () => codes.shift()!)).toBe('FREE3');
  const fake = fakeServer()
    .answer(calls.list, () => [])
    .answer(calls.update, () => coupon(5));
  showPage(<AdminCouponsPage />);
  const add = async (name: string): Promise<HTMLInputElement> => {
    await press(texts.add);
    await userEvent.type(await screen.findByLabelText('名称'), name);
    return screen.getByLabelText<HTMLInputElement>('优惠码');
  };
  for (const name of ['一', '二']) {
    const code = await add(name);
    expect([code.value, code.placeholder]).toEqual([expect.stringMatching(/^[A-Z2-9]{6}$/), SAMPLE_CODE]);
    await press('确认');
    await waitFor(() => expect(screen.queryByLabelText('优惠码')).toBeNull());
  }
  const [first, second] = fake.inputsOf(calls.update).map(({ code }) => code);
  expect(first).not.toBe(second);
});

test('old codes that differ in case alone are named above the list', async () => {
  const codes = ['Abcd', 'OTHER', 'ABCD'];
  fakeServer().answer(calls.list, () =>
    codes.map((code, n) => coupon(n + 1, { code, exactCode: code !== 'OTHER', type: 'cash' })),
  );
  showPage(<AdminCouponsPage />);
  expect((await screen.findByRole('note')).textContent).toMatch(/：A[Bb]\w+、A[Bb]\w+$/);
  cleanup();
  fakeServer().answer(calls.list, () => [coupon(1)]);
  showPage(<AdminCouponsPage />);
  await codesShown();
  expect(screen.queryByRole('note')).toBeNull();
});

test('Taobao coupons are made one call each, every one with a code of its own', async () => {
  const fake = fakeServer()
    .answer(calls.list, () => [])
    .answer(calls.update, () => coupon(5));
  showPage(<AdminCouponsPage />);
  await press(texts.add);
  await userEvent.type(await screen.findByLabelText('名称'), '淘宝');
  await userEvent.click(await screen.findByLabelText('用于淘宝'));
  expect(screen.queryByLabelText('优惠码')).toBeNull();
  await userEvent.clear(await screen.findByLabelText('创建数量'));
  await userEvent.type(await screen.findByLabelText('创建数量'), '3');
  await press('确认');
  expect(await screen.findAllByText('配置优惠券成功')).toHaveLength(1);
  const made = fake.inputsOf(calls.update);
  expect(made).toHaveLength(3);
  expect(new Set(made.map(({ code }) => code)).size).toBe(3);
});

/** Asks for a series of so many coupons in the editor. */
const askForSeries = async (count: number): Promise<void> => {
  await press(texts.add);
  await userEvent.type(await screen.findByLabelText('名称'), '淘宝');
  await userEvent.click(await screen.findByLabelText('用于淘宝'));
  await userEvent.clear(await screen.findByLabelText('创建数量'));
  await userEvent.type(await screen.findByLabelText('创建数量'), String(count));
  await press('确认');
};
const seriesWindow = async () => within(await screen.findByRole('dialog', { name: texts.series.title }));

test('a series that is refused on its way says why and how far it came, and is continued from there', async () => {
  const fake = fakeServer().answer(calls.list, () => []);
  fake.answer(calls.update, () => (fake.inputsOf(calls.update).length === 3 ? refusal('roleForbidden') : coupon(5)));
  showPage(<AdminCouponsPage />);
  await askForSeries(5);
  const window = await seriesWindow();
  expect(await window.findByText('没有权限（已创建 2 张，还有 3 张没有创建）')).toBeDefined();
  expect(window.getByText(texts.series.made(2, 5))).toBeDefined();
  expect(screen.queryByText('配置优惠券成功')).toBeNull();
  await userEvent.click(window.getByRole('button', { name: texts.series.goOn }));
  expect(await screen.findAllByText('配置优惠券成功')).toHaveLength(1);
  expect(fake.inputsOf(calls.update)).toHaveLength(6);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: texts.series.title })).toBeNull());
});

test('a series waits when the server asks for it, and can be stopped and left meanwhile', async () => {
  const fake = fakeServer().answer(calls.list, () => []);
  fake.answer(calls.update, () => (fake.inputsOf(calls.update).length > 2 ? refusal('throttled') : coupon(5)));
  showPage(<AdminCouponsPage />);
  await askForSeries(200);
  const window = await seriesWindow();
  expect(await window.findByText(texts.series.waits)).toBeDefined();
  expect(window.getByText(texts.series.made(2, 200))).toBeDefined();
  await userEvent.click(window.getByRole('button', { name: texts.series.stop }));
  expect(await window.findByText(texts.partlySaved(2, 200))).toBeDefined();
  expect(fake.inputsOf(calls.update)).toHaveLength(3);
  await userEvent.click(window.getByText('关闭'));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: texts.series.title })).toBeNull());
  expect(screen.queryByText(/^配置优惠券/)).toBeNull();
});

test('the first coupon of a series is refused in the editor, which stays open', async () => {
  const fake = fakeServer()
    .answer(calls.list, () => [])
    .answer(calls.update, () => refusal('roleForbidden'));
  showPage(<AdminCouponsPage />);
  await askForSeries(5);
  expect(await screen.findByText('配置优惠券失败:没有权限')).toBeDefined();
  expect((screen.getByLabelText('名称') as HTMLInputElement).value).toBe('淘宝');
  expect(fake.inputsOf(calls.update)).toHaveLength(1);
});

test('a refused coupon says why', async () => {
  fakeServer()
    .answer(calls.list, () => [coupon(1)])
    .answer(calls.update, () => refusal('conflict'));
  showPage(<AdminCouponsPage />);
  await userEvent.click(
    within((await screen.findAllByRole('row'))[1]!).getByRole('button', { name: staffRecordTexts.edit }),
  );
  await press('确认');
  expect(await screen.findByText('配置优惠券失败:内容已被修改，请刷新后重试')).toBeDefined();
});

test('the newest uses are listed, as many as asked for', async () => {
  const fake = fakeServer().answer(calls.recordList, () => [record]);
  showPage(<CouponRecordsPage />);
  expect((await screen.findAllByRole('row'))[1]!.textContent).toContain('无CODE1增加流量 8.00 G');
  expect(screen.getByText('已恢复')).toBeDefined();
  const box = screen.getByPlaceholderText(couponUseTexts.number);
  await userEvent.clear(box);
  await userEvent.type(box, '5');
  await waitFor(() => expect(fake.inputsOf(calls.recordList).map(({ limit }) => limit)).toEqual([100, 5]));
});

test('an empty list says what to do next, one that only has other coupons does not', async () => {
  fakeServer().answer(calls.list, () => []);
  showPage(<AdminCouponsPage />);
  expect(await screen.findByText(texts.next)).toBeDefined();
  cleanup();
  fakeServer().answer(calls.list, () => [coupon(1, { type: 'cash' })]);
  showPage(<AdminCouponsPage />);
  expect(await screen.findByText('暂无记录')).toBeDefined();
  expect(screen.queryByText(texts.next)).toBeNull();
});
