import { permissionsCalls as calls } from '@skyport/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { press } from '../testing/user-actions.ts';
import { showPage } from '../testing/show-page.tsx';
import { staffRecordTexts } from '../list-page/staff-record-texts.ts';
import PermissionsPage from './permissions.page.tsx';
import { texts } from './texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../ui/schema-form/form-frame.tsx';

const vip = { _id: '01970000-0000-7000-8000-000000000001', name: '家宽', desc: '家宽线路', useTimes: 12, holders: 3 };

const chooseDelete = async () => {
  await userEvent.click(within((await screen.findAllByRole('row'))[1]!).getByLabelText(/^更多操作/));
  await userEvent.click(await screen.findByRole('menuitem', { name: staffRecordTexts.delete }));
};

test('a permission is made, and shown with how often it was bought', async () => {
  const fake = fakeServer()
    .answer(calls.list, () => [vip])
    .answer(calls.update, () => vip);
  showPage(<PermissionsPage />);
  expect((await screen.findAllByRole('row'))[1]!.textContent).toContain('家宽家宽线路12');
  await press(texts.add);
  await userEvent.type(await screen.findByLabelText('名称'), '游戏');
  await press('确认');
  expect(await screen.findByText('更新成功')).toBeDefined();
  expect(fake.inputsOf(calls.update)).toEqual([{ name: '游戏', desc: '' }]);
});

test('a change keeps the id; a refusal is told with its reason', async () => {
  const fake = fakeServer()
    .answer(calls.list, () => [vip])
    .answer(calls.update, () => refusal('conflict'));
  showPage(<PermissionsPage />);
  await press(staffRecordTexts.edit);
  await userEvent.type(await screen.findByLabelText('描述'), '！');
  await press('确认');
  expect(await screen.findByText('配置失败:内容已被修改，请刷新后重试')).toBeDefined();
  expect(fake.inputsOf(calls.update)).toEqual([
    { _id: vip._id, name: '家宽', desc: '家宽线路！', shown: { name: '家宽', desc: '家宽线路' } },
  ]);
});

test('deleting asks, names the permission, and tells how it went', async () => {
  const fake = fakeServer()
    .answer(calls.list, () => [vip])
    .answer(calls.delete, () => ({}));
  showPage(<PermissionsPage />);
  await chooseDelete();
  expect(await screen.findByText(texts.deleteHeld('家宽', 3))).toBeDefined();
  await press('确认');
  expect(await screen.findByText('权限删除成功')).toBeDefined();
  expect(fake.inputsOf(calls.delete)).toEqual([{ id: vip._id }]);
});

test('a permission in use stays, and what uses it is told until the window is closed', async () => {
  const why = '仍有商品附带该权限：月卡、年卡';
  let refused = true;
  fakeServer()
    .answer(calls.list, () => [vip])
    .answer(calls.delete, () => (refused ? refusal('conflict', null, why) : {}));
  showPage(<PermissionsPage />);
  await chooseDelete();
  await press('确认');
  const window = within(await screen.findByRole('dialog'));
  expect((await window.findByRole('alert')).textContent).toBe(`权限删除失败:${why}`);
  expect(window.queryByRole('button', { name: '确认' })).toBeNull();
  await userEvent.click(window.getByText('关闭'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  refused = false;
  await chooseDelete();
  expect(within(await screen.findByRole('dialog')).queryByRole('alert')).toBeNull();
  await press('确认');
  expect(await screen.findByText('权限删除成功')).toBeDefined();
});

test('a permission that somebody else deleted is told as a toast', async () => {
  fakeServer()
    .answer(calls.list, () => [vip])
    .answer(calls.delete, () => refusal('notFound'));
  showPage(<PermissionsPage />);
  await chooseDelete();
  await press('确认');
  expect(await screen.findByText(/^权限删除失败:/)).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an empty list says what permissions are for, and leads on to products', async () => {
  fakeServer().answer(calls.list, () => []);
  showPage(<PermissionsPage />);
  expect(await screen.findByText(texts.next)).toBeDefined();
  expect(screen.getByRole('link', { name: texts.toCombos }).getAttribute('href')).toBe('#/admin_combos');
});
