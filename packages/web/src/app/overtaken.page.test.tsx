import type { BuiltCall } from '@skyport/contract/call';
import { type Coupon, couponsCalls } from '@skyport/contract/coupons';
import { codes } from '@skyport/contract/codes';
import { nodesCalls } from '@skyport/contract/nodes';
import { permissionsCalls } from '@skyport/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { expect, test } from 'vitest';
import { texts as apiTexts } from '../api/texts.ts';
import AdminCouponsPage from '../coupons/admin-coupons.page.tsx';
import { newCoupon } from '../coupons/admin-rules.ts';
import { staffRecordTexts } from '../list-page/staff-record-texts.ts';
import EntriesPage from '../nodes/entries.page.tsx';
import LinesPage from '../nodes/lines.page.tsx';
import NodesPage from '../nodes/nodes.page.tsx';
import { sampleEntry, sampleLine, sampleNode } from '../nodes/testing.ts';
import PermissionsPage from '../permissions/permissions.page.tsx';
import { type FakeServer, fakeServer, refusal } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { press, rowOf } from '../testing/user-actions.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../ui/schema-form/form-frame.tsx';
import '../ui/window-frame.tsx';

const texts = staffRecordTexts.merge;
const { stepUp: stepUpTexts } = apiTexts;

const permission = { _id: '01970000-0000-7000-8000-000000000031', name: '家宽', desc: '', useTimes: 2, holders: 3 };
const { count: _count, ...fields } = newCoupon(
  { type: 'freeUse', taobao: false, code: 'CODE01' },
  Date.parse('2026-11-01T00:00:00Z'),
);
const coupon: Coupon = {
  ...(fields as Coupon),
  _id: '01970000-0000-7000-8000-000000000041',
  name: '开业',
  exactCode: false,
  authTimes: 0,
  createTime: '2026-11-01T00:00:00.000Z',
  maker: '',
  owner: '',
};

interface List {
  readonly Page: ComponentType;
  readonly save: BuiltCall;
  readonly row: { readonly _id: string; readonly name: string };
  /** What the other one saved meanwhile, and how that is said. */
  readonly theirs: object;
  readonly said: string;
}

const lists: readonly List[] = [
  {
    Page: NodesPage,
    save: nodesCalls.update,
    row: sampleNode,
    theirs: { link_mbps: 2000 },
    said: '带宽：1000 Mbps → 2000 Mbps',
  },
  {
    Page: EntriesPage,
    save: nodesCalls.entryUpdate,
    row: sampleEntry,
    theirs: { visible: false },
    said: '可见：是 → 否',
  },
  {
    Page: LinesPage,
    save: nodesCalls.lineUpdate,
    row: sampleLine,
    theirs: { permissionRequire: permission._id },
    said: '所需权限：无 → 家宽',
  },
  {
    Page: PermissionsPage,
    save: permissionsCalls.update,
    row: permission,
    theirs: { desc: '家庭宽带' },
    said: '描述：无 → 家庭宽带',
  },
  {
    Page: AdminCouponsPage,
    save: couponsCalls.update,
    row: coupon,
    theirs: { useNumPerUser: 3 },
    said: '每人可用次数：1 → 3',
  },
];

const serve = ({ save, row, theirs }: List): FakeServer => {
  const fake = fakeServer()
    .answer(nodesCalls.list, () => [sampleNode])
    .answer(nodesCalls.entryList, () => [sampleEntry])
    .answer(nodesCalls.lineList, () => [sampleLine])
    .answer(permissionsCalls.list, () => [permission])
    .answer(couponsCalls.list, () => [coupon]);
  const saves = () => fake.inputsOf(save) as readonly object[];
  return fake.answer(save, (input) =>
    saves().length === 1 ? refusal('conflict', { now: { ...row, ...theirs } }) : { ...row, ...(input as object) },
  );
};

/** Opens the form of the row, gives it another name and saves it. */
const rename = async ({ row }: List, name: string): Promise<void> => {
  await userEvent.click(within(await rowOf(row.name)).getByRole('button', { name: staffRecordTexts.edit }));
  const input = await screen.findByLabelText('名称');
  await userEvent.clear(input);
  await userEvent.type(input, name);
  await press('确认');
};
const question = async () => within(await screen.findByRole('dialog', { name: texts.title }));

test.each(lists.map((list) => [list.save.path, list] as const))(
  '%s: whoever was overtaken is told what changed, and saves both changes after looking at them',
  async (_path, list) => {
    const fake = serve(list);
    showPage(<list.Page />);
    await rename(list, '我的名称');
    const asked = await question();
    expect(asked.getByText(new RegExp(list.said)).textContent).toContain(texts.kept);
    await userEvent.click(asked.getByRole('button', { name: texts.confirm }));
    await waitFor(() => expect(fake.inputsOf(list.save)).toHaveLength(2));
    const [first, second] = fake.inputsOf(list.save) as readonly object[];
    expect(first).toMatchObject({ _id: list.row._id, name: '我的名称', shown: { name: list.row.name } });
    expect(second).toMatchObject({
      _id: list.row._id,
      ...list.theirs,
      name: '我的名称',
      shown: { name: list.row.name, ...list.theirs },
    });
    await waitFor(() => expect(screen.queryByLabelText('名称')).toBeNull());
  },
);

test('whoever says no to both changes keeps what was typed, and is asked again', async () => {
  const list = lists[3]!;
  const fake = serve(list).answer(permissionsCalls.update, () =>
    refusal('conflict', { now: { ...permission, name: '别人的' } }),
  );
  showPage(<PermissionsPage />);
  await rename(list, '我的名称');
  const asked = await question();
  expect(asked.getByText(/名称：家宽 → 别人的/).textContent).toContain(texts.replaced('我的名称'));
  await userEvent.click(asked.getByRole('button', { name: '取消' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: texts.title })).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('名称').value).toBe('我的名称');
  await press('确认');
  await question();
  expect(fake.inputsOf(permissionsCalls.update)).toHaveLength(2);
});

test('the question stands in the place of a toast; what else is refused has its toast', async () => {
  const list = lists[3]!;
  const fake = serve(list);
  showPage(<PermissionsPage />);
  await rename(list, '我的名称');
  const asked = await question();
  fake.answer(permissionsCalls.update, () => refusal('conflict', null, '已有同名权限'));
  await userEvent.click(asked.getByRole('button', { name: '取消' }));
  await press('确认');
  await screen.findByText(/已有同名权限/);
  expect(screen.queryByText(new RegExp(codes.conflict.msg))).toBeNull();
});

test('a save whose step-up somebody calls off asks nothing that an earlier one had to ask', async () => {
  const list = lists[3]!;
  const fake = serve(list);
  showPage(<PermissionsPage />);
  await rename(list, '我的名称');
  const asked = await question();
  fake.answer(permissionsCalls.update, () => refusal('stepUpNeeded', { means: 'password' }));
  await userEvent.click(asked.getByRole('button', { name: '取消' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: texts.title })).toBeNull());
  await press('确认');
  const stepUp = within(await screen.findByRole('dialog', { name: stepUpTexts.title }));
  await userEvent.click(await stepUp.findByRole('button', { name: stepUpTexts.cancel }));
  fake.answer(permissionsCalls.update, (input) => ({ ...permission, ...input, _id: permission._id }));
  await waitFor(() => expect(screen.queryByLabelText(stepUpTexts.password)).toBeNull());
  await press('确认');
  await waitFor(() => expect(screen.queryByLabelText('名称')).toBeNull());
  expect(screen.queryByRole('dialog', { name: texts.title })).toBeNull();
});

test('another refusal of a save asks nothing', async () => {
  const list = lists[3]!;
  serve(list).answer(permissionsCalls.update, () => refusal('conflict', null, '已有同名权限'));
  showPage(<PermissionsPage />);
  await rename(list, '我的名称');
  expect(await screen.findByText(/已有同名权限/)).toBeDefined();
  expect(screen.queryByRole('dialog', { name: texts.title })).toBeNull();
});
