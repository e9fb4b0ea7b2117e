import { permissionsCalls } from '@skyport/contract/permissions';
import { type Combo, ComboForm, shopCalls as calls } from '@skyport/contract/shop';
import { GIB } from '@skyport/contract/units';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { staffRecordTexts } from '../list-page/staff-record-texts.ts';
import { fakeServer, type FakeServer, refusal } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { choose, press, rowOf } from '../testing/user-actions.ts';
import { comboTexts as texts } from './combo-texts.ts';
import CombosPage from './combos.page.tsx';
// Loaded on first use by the page; a test does not wait for the disk.
import '../ui/schema-form/form-frame.tsx';
import '../ui/window-frame.tsx';

const stream = { _id: '01970000-0000-7000-8000-000000000001', name: '流媒体', desc: '', useTimes: 0, holders: 0 };
const { shown: _none, ...fields } = ComboForm.parse({
  name: '月卡',
  price: 19.9,
  vipDuration: 30,
  additionPersend: 20,
  permissionsGain: [stream._id],
  permissionDuration: 30,
  orderID: 4,
});
const month: Combo = { ...fields, _id: '01970000-0000-7000-8000-000000000002' };

const serve = (combos: readonly Combo[] = [month]): FakeServer =>
  fakeServer()
    .answer(calls.list, () => [...combos])
    .answer(calls.updateCombo, () => month)
    .answer(calls.deleteCombo, () => ({}))
    .answer(permissionsCalls.list, () => [stream]);

const fill = async (label: string, text: string): Promise<void> => {
  const input = await screen.findByLabelText(label);
  await userEvent.clear(input);
  await userEvent.type(input, text);
};
const preview = () => screen.findByRole('region', { name: texts.preview });

test('a product is listed with its price in two decimals, what it gives, and its permissions by name', async () => {
  serve();
  showPage(<CombosPage />);
  await waitFor(async () => expect((await rowOf('月卡')).textContent).toContain('流媒体 · 30 天'));
  const row = await rowOf('月卡');
  for (const text of ['19.90 元', '30 天', '20%']) expect(row.textContent).toContain(text);
});

test('a new product begins with the defaults of the specification; its traffic is typed in G', async () => {
  const fake = serve();
  showPage(<CombosPage />);
  await rowOf('月卡');
  await press(texts.add);
  await fill('名称', '大流量');
  await fill('价格', '48.5');
  await fill('流量', '1.5');
  await userEvent.click(await screen.findByRole('checkbox', { name: '流媒体' }));
  await fill('权限天数', '7');
  await press('确认');
  expect(await screen.findByText('商品配置成功')).toBeDefined();
  expect(fake.inputsOf(calls.updateCombo)).toEqual([
    {
      name: '大流量',
      price: 48.5,
      traffic: 1.5 * GIB,
      vipDuration: 1,
      additionPersend: 0,
      permissionsGain: [stream._id],
      permissionDuration: 7,
      permissionsDesc: '',
      orderID: 5,
      deviceNum: 0,
      speed: '150Mbps',
      change: expect.stringMatching(/^[A-Z0-9]{22}$/),
    },
  ]);
});

test('the form shows the cards as customers see them, as soon as they can be', async () => {
  serve();
  showPage(<CombosPage />);
  await press(texts.add);
  expect((await preview()).textContent).toContain(texts.previewWaits);
  await fill('名称', '组合');
  await fill('价格', '20');
  const cards = within(await preview());
  expect(cards.getAllByRole('article').map((card) => card.getAttribute('aria-label'))).toEqual([
    '1 G 不限时流量',
    '1 天',
  ]);
  expect(cards.getAllByText('20.00 元')).toHaveLength(2);
  expect(cards.getAllByRole('button', { name: '购买' }).every((button) => button.hasAttribute('disabled'))).toBe(true);
});

test.each([
  ['价格', '-1', '不能小于 0'],
  ['价格', '0', '必须大于 0'],
  ['价格', '1.005', '金额最多 2 位小数'],
  ['价格', '1000000.01', '不能大于 1000000'],
  ['流量', '-1', '不能小于 0'],
  ['会员天数', '1.5', '应为整数'],
  ['会员天数', '3651', '不能大于 3650'],
  ['赠送', '501', '不能大于 500'],
] as const)('%s of %s is refused at its field: %s', async (label, typed, said) => {
  const fake = serve();
  showPage(<CombosPage />);
  await press(texts.add);
  await fill('名称', '错误');
  await fill(label, typed);
  await press('确认');
  expect(await screen.findByText(said)).toBeDefined();
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  expect(fake.inputsOf(calls.updateCombo)).toEqual([]);
});

test('an edited product is saved with what was shown; a refusal is told with its reason', async () => {
  const fake = serve().answer(calls.updateCombo, () => refusal('notFound', null, '商品不存在，或已被删除'));
  showPage(<CombosPage />);
  await press(staffRecordTexts.edit);
  await fill('价格', '18');
  await press('确认');
  expect(await screen.findByText('商品配置失败:商品不存在，或已被删除')).toBeDefined();
  const { _id, ...shown } = month;
  expect(fake.inputsOf(calls.updateCombo)).toEqual([{ ...month, price: 18, shown }]);
});

test('whoever was overtaken is told what changed, and saves both changes after looking at them', async () => {
  const now = { ...month, price: 18, vipDuration: 31 };
  const fake = serve();
  fake.answer(calls.updateCombo, (input) =>
    fake.inputsOf(calls.updateCombo).length === 1
      ? refusal('conflict', { now }, '商品已被其他管理员修改：价格、会员天数')
      : { ...month, ...input, _id: month._id },
  );
  showPage(<CombosPage />);
  await press(staffRecordTexts.edit);
  await fill('价格', '20');
  await press('确认');
  const dialog = within(await screen.findByRole('dialog', { name: staffRecordTexts.merge.title }));
  expect(dialog.getByText(/价格：19.90 元 → 18.00 元/).textContent).toContain('20.00 元');
  expect(dialog.getByText(/会员天数：30 天 → 31 天/).textContent).toContain(staffRecordTexts.merge.kept);
  expect(screen.queryByText('商品配置失败:商品已被其他管理员修改：价格、会员天数')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: staffRecordTexts.merge.confirm }));
  expect(await screen.findByText('商品配置成功')).toBeDefined();
  const { _id, ...shown } = now;
  expect(fake.inputsOf(calls.updateCombo)[1]).toEqual({ ...now, price: 20, shown });
  await waitFor(() => expect(screen.queryByLabelText('价格')).toBeNull());
});

test('a copy is a new product, and carries nothing of what was shown', async () => {
  const fake = serve();
  showPage(<CombosPage />);
  await choose('月卡', staffRecordTexts.copy);
  await fill('名称', '季卡');
  await press('确认');
  expect(await screen.findByText('商品配置成功')).toBeDefined();
  expect(fake.inputsOf(calls.updateCombo)).toEqual([{ ...fields, name: '季卡', change: expect.any(String) }]);
});

test('a form whose answer was lost is sent again under the same name; the next form has another', async () => {
  const fake = serve();
  let isLost = true;
  fake.answer(calls.updateCombo, () => (isLost ? refusal('fault') : month));
  showPage(<CombosPage />);
  await press(texts.add);
  await fill('名称', '大流量');
  await fill('价格', '48.5');
  await press('确认');
  await waitFor(() => expect(fake.inputsOf(calls.updateCombo)).toHaveLength(1));
  isLost = false;
  await press('确认');
  expect(await screen.findByText('商品配置成功')).toBeDefined();
  await waitFor(() => expect(screen.queryByLabelText('价格')).toBeNull());
  await press(texts.add);
  await fill('名称', '小流量');
  await press('确认');
  await waitFor(() => expect(fake.inputsOf(calls.updateCombo)).toHaveLength(3));
  const [first, again, next] = fake.inputsOf(calls.updateCombo);
  expect(again).toEqual(first);
  expect(next?.change).not.toBe(first?.change);
});

test('a form that was sent otherwise after it had made a product says so, and the list shows what was made', async () => {
  const fake = serve([]);
  fake.answer(calls.updateCombo, () => {
    fake.answer(calls.list, () => [month]);
    return refusal('conflict', null, '已按先前填写的内容创建，请关闭窗口后在列表中修改');
  });
  showPage(<CombosPage />);
  await press(texts.add);
  await fill('名称', '大流量');
  await press('确认');
  expect(await screen.findByText('商品配置失败:已按先前填写的内容创建，请关闭窗口后在列表中修改')).toBeDefined();
  expect(await screen.findByText('19.90 元')).toBeDefined();
});

test('deleting asks, names the product and what becomes of orders, and tells how it went', async () => {
  const fake = serve();
  showPage(<CombosPage />);
  await choose('月卡', staffRecordTexts.delete);
  expect(await screen.findByText(texts.deleteText('月卡'))).toBeDefined();
  await press('确认');
  expect(await screen.findByText('商品删除成功')).toBeDefined();
  const { _id: id, ...shown } = month;
  expect(fake.inputsOf(calls.deleteCombo)).toEqual([{ id, shown }]);
});

test('a product that somebody else has changed since is not deleted, and the list shows how it is now', async () => {
  const now = { ...month, price: 18 };
  const fake = serve();
  fake.answer(calls.deleteCombo, () => {
    fake.answer(calls.list, () => [now]);
    return refusal('conflict', { now }, '商品已被其他管理员修改：价格');
  });
  showPage(<CombosPage />);
  await choose('月卡', staffRecordTexts.delete);
  await press('确认');
  expect(await screen.findByText('商品删除失败:商品已被其他管理员修改：价格')).toBeDefined();
  await waitFor(async () => expect((await rowOf('月卡')).textContent).toContain('18.00 元'));
});

test('a product that is gone already is told as such', async () => {
  serve().answer(calls.deleteCombo, () => refusal('notFound', null, '商品不存在，或已被删除'));
  showPage(<CombosPage />);
  await choose('月卡', staffRecordTexts.delete);
  await press('确认');
  expect(await screen.findByText('商品删除失败:商品不存在，或已被删除')).toBeDefined();
});

test('an empty shop says how products are made', async () => {
  serve([]);
  showPage(<CombosPage />);
  expect(await screen.findByText(texts.next)).toBeDefined();
});
