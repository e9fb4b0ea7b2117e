import { type Prize, prizesCalls as calls } from '@skyport/contract/prizes';
import { GIB } from '@skyport/contract/units';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeServer, type FakeServer, refusal } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { choose, press, rowOf } from '../testing/user-actions.ts';
import AdminPrizesPage from './admin-prizes.page.tsx';
import { newPrize } from './admin-rules.ts';
import { texts } from './admin-texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../ui/window-frame.tsx';
import '../ui/schema-form/form-frame.tsx';

const uploadImage = vi.hoisted(() => vi.fn<(file: File) => Promise<string>>());
vi.mock('../api/upload.ts', () => ({ uploadImage }));

const IMAGE = `${'ab'.repeat(16)}.png`;
const prize = (n: number, change: Partial<Prize>): Prize =>
  ({
    ...newPrize,
    _id: `01970000-0000-7000-8082-00000000000${n}`,
    createTime: '2026-11-20T04:00:00.000Z',
    ...change,
  }) as Prize;
const prizes = [
  prize(1, { name: '一等奖', gainTraffic: 10, weight: 1 }),
  prize(2, {
    name: '八折券',
    gainTraffic: 0.5,
    weight: 9,
    hasDiscountCoupon: true,
    discountValue: 0.8,
    discountDuration: 7,
  }),
];

const serve = (cost = 2 * GIB): FakeServer =>
  fakeServer()
    .answer(calls.adminList, () => prizes)
    .answer(calls.adminCost, () => ({ cost, draws: 3, spent: 6 * GIB, given: 5 * GIB }))
    .answer(calls.update, (form) => ({ ...prizes[0]!, ...form, _id: prizes[0]!._id }));
const show = (): void => showPage(<AdminPrizesPage />, '/admin_prize');
const form = async () => within(await screen.findByRole('dialog'));

test('prizes are listed with traffic, weight and coupon, and what all come to', async () => {
  serve();
  show();
  expect((await rowOf('一等奖')).textContent).toMatch(/10 G.*1.*10%.*无/);
  expect((await rowOf('八折券')).textContent).toMatch(/0\.5 G.*9.*90%.*80%，7 天/);
  const sums = (await screen.findByLabelText(texts.sums.label)).textContent;
  for (const text of ['总权重10', '流量加权和14.5 G', `中奖率${texts.sums.rateValue('145%')}`, '1.45 G，返还 72.5%'])
    expect(sums).toContain(text);
});

test('a lottery that gives more than it costs says so, and so does a free one', async () => {
  serve(GIB);
  show();
  expect(await screen.findByText(texts.sums.losing)).toBeDefined();
});

test('a free lottery is told as such', async () => {
  serve(0);
  show();
  expect(await screen.findByText(texts.sums.free)).toBeDefined();
});

test('a new prize begins with the defaults, and saving it is told', async () => {
  const server = serve();
  show();
  await press(texts.add);
  const window = await form();
  expect(window.getByRole<HTMLInputElement>('textbox', { name: /名称/ }).value).toBe('一等奖');
  await userEvent.click(window.getByRole('button', { name: '确认' }));
  expect(await screen.findByText('配置奖品成功')).toBeDefined();
  expect(server.inputsOf(calls.update)).toEqual([{ ...newPrize, change: expect.stringMatching(/^[A-Z0-9]{22}$/) }]);
});

test('a coupon begins as one that can be saved', async () => {
  const server = serve();
  show();
  await press(texts.add);
  const window = await form();
  await userEvent.click(await window.findByRole('switch'));
  await userEvent.click(window.getByRole('button', { name: '确认' }));
  await screen.findByText(texts.saved.text);
  expect(server.inputsOf(calls.update)[0]).toMatchObject({ discountValue: 0.9, discountDuration: 7 });
});

test('a refusal is told with its reason', async () => {
  serve().answer(calls.update, () => refusal('roleForbidden', null, '流量超过 1 T，只有管理员可以保存'));
  show();
  await press(texts.add);
  await userEvent.click((await form()).getByRole('button', { name: '确认' }));
  expect(await screen.findByText('配置奖品失败:流量超过 1 T，只有管理员可以保存')).toBeDefined();
});

const chooseFile = async (file: File): Promise<void> => {
  const input = (await form()).getByLabelText<HTMLInputElement>(texts.photo.choose, { selector: 'input' });
  fireEvent.change(input, { target: { files: [file] } });
};

test('an image is uploaded, shown and saved with the prize', async () => {
  uploadImage.mockResolvedValueOnce(IMAGE);
  const server = serve();
  show();
  await press(texts.add);
  await chooseFile(new File(['x'], 'gift.png', { type: 'image/png' }));
  expect((await screen.findByRole<HTMLImageElement>('img', { name: texts.photo.label })).src).toContain(IMAGE);
  await userEvent.click((await form()).getByRole('button', { name: '确认' }));
  await screen.findByText(texts.saved.text);
  expect(server.inputsOf(calls.update)[0]).toMatchObject({ photoUrl: IMAGE });
});

test('an image that is too large is not sent', async () => {
  serve();
  show();
  await press(texts.add);
  uploadImage.mockClear();
  await chooseFile(new File([new Uint8Array(4 * 1024 * 1024 + 1)], 'gift.png'));
  expect(await screen.findByText('图片限制在4M内')).toBeDefined();
  expect(uploadImage).not.toHaveBeenCalled();
});

test('a prize is deleted after the question of the specification', async () => {
  const server = serve().answer(calls.delete, () => ({}));
  show();
  await choose('一等奖', '删除');
  const asked = within(await screen.findByRole('dialog', { name: '删除确认' }));
  expect(asked.getByText(texts.deleteText('一等奖'))).toBeDefined();
  await userEvent.click(asked.getByRole('button', { name: '确认' }));
  expect(await screen.findByText(texts.deleted.text)).toBeDefined();
  expect(server.inputsOf(calls.delete)).toEqual([{ id: prizes[0]!._id }]);
});

test('a removal that is refused says why', async () => {
  serve().answer(calls.delete, () => refusal('notFound'));
  show();
  await choose('一等奖', '删除');
  await press('确认');
  expect(await screen.findByText('删除失败:内容不存在')).toBeDefined();
});
