import { type Draw, MOST_DRAWS, prizesCalls as calls, type WheelPrize } from '@skyport/contract/prizes';
import { GIB } from '@skyport/contract/units';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeServer, type FakeServer, refusal } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { press } from '../testing/user-actions.ts';
import { commonTexts } from '../ui/common-texts.ts';
import { copyTexts } from '../ui/copy-texts.ts';
import PrizePage from './prize.page.tsx';
import { texts } from './texts.ts';
import { TURN_MS } from './use-draw.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../ui/window-frame.tsx';

const prize = (n: number, change: Partial<WheelPrize>): WheelPrize => ({
  _id: `01970000-0000-7000-8080-00000000000${n}`,
  name: `奖品 ${n}`,
  gainTraffic: 0,
  gainVipTime: 0,
  desc: '',
  hasDiscountCoupon: false,
  discountValue: 0,
  discountDuration: 0,
  photoUrl: '',
  ...change,
});
const prizes = [
  prize(1, { name: '一等奖', gainTraffic: 10, desc: '最大的奖' }),
  prize(2, { name: '八折券', hasDiscountCoupon: true, discountValue: 0.8, discountDuration: 7 }),
  prize(3, { name: '谢谢参与' }),
];
const drawn = (n: number, change: Partial<Draw> = {}): Draw => ({
  _id: '01970000-0000-7000-8081-000000000001',
  prize_id: prizes[n]!._id,
  name: prizes[n]!.name,
  cost: GIB,
  traffic: 0,
  day: 0,
  coupon: null,
  time: '2026-11-20T04:00:00.000Z',
  ...change,
});
const big = drawn(0, { traffic: 10 * GIB });
const coupon = { code: 'DRAWNCOUPON23456', discount: 0.8, expireTime: '2026-11-27T04:00:00.000Z' };

const serve = (available = 5 * GIB): FakeServer =>
  fakeServer()
    .answer(calls.list, () => ({ cost: GIB, available, seats: 8, prizes }))
    .answer(calls.draws, () => []);
const show = (): void => showPage(<PrizePage />, '/prize');
const result = async () => within(await screen.findByRole('dialog', { name: texts.result.title }));
const stillMotion = (): void => {
  const real = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const answer = real(query);
    if (query.includes('reduced-motion')) Object.defineProperty(answer, 'matches', { value: true });
    return answer;
  });
  onTestFinished(() => void vi.restoreAllMocks());
};

test('the wheel shows every seat, the cost, and what there is to win', async () => {
  serve();
  show();
  const wheel = await screen.findByRole('img', { name: texts.wheel('一等奖、八折券、谢谢参与') });
  expect(wheel.querySelectorAll('text')).toHaveLength(8);
  expect(screen.getByText(texts.hint('1.00 G'))).toBeDefined();
  const list = within(screen.getByRole('list', { name: texts.prizes }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '一等奖10.00 G最大的奖',
    '八折券8 折',
    '谢谢参与无',
  ]);
});

test('a draw turns the wheel to its prize, can be skipped, and is shown and announced', async () => {
  const server = serve().answer(calls.draw, () => big);
  show();
  await press(texts.drawFor('1.00 G'));
  await userEvent.click(await screen.findByRole('button', { name: texts.skip }));
  const window = await result();
  expect(window.getByText(texts.result.won('一等奖'))).toBeDefined();
  expect(window.getByLabelText(texts.result.label).textContent).toBe('不限时流量10.00 G');
  expect(screen.getAllByRole('status', { hidden: true }).map(({ textContent }) => textContent)).toContain(
    texts.result.won('一等奖'),
  );
  await userEvent.click(window.getByRole('button', { name: texts.result.close }));
  expect(await screen.findByRole('button', { name: texts.drawFor('1.00 G') })).toBeDefined();
  expect(server.inputsOf(calls.draw)).toEqual([{ click: expect.stringMatching(/^[A-Z0-9]{24}$/) }]);
});

test('without being skipped the wheel stops by itself, with the prize at the top', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  serve().answer(calls.draw, () => drawn(2));
  show();
  await press(texts.drawFor('1.00 G'));
  await screen.findByRole('button', { name: texts.skip });
  const angle = Number(document.querySelector('[data-angle]')!.getAttribute('data-angle'));
  // Seat 2 of eight.
  expect((angle + (2.5 * 360) / 8) % 360).toBe(0);
  expect(screen.queryByRole('dialog')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(TURN_MS));
  expect((await result()).getByText(texts.result.nothing('谢谢参与'))).toBeDefined();
});

test('whoever wants no motion sees the prize at once', async () => {
  stillMotion();
  serve().answer(calls.draw, () => big);
  show();
  await press(texts.drawFor('1.00 G'));
  expect((await result()).getByText(texts.result.won('一等奖'))).toBeDefined();
  expect(screen.queryByRole('button', { name: texts.skip })).toBeNull();
});

test('a coupon is shown with its code, which can be copied', async () => {
  stillMotion();
  serve().answer(calls.draw, () => drawn(1, { coupon }));
  show();
  await press(texts.drawFor('1.00 G'));
  vi.stubGlobal('isSecureContext', true);
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const window = await result();
  expect(window.getByText('8 折，2026-11-27 前可用一次')).toBeDefined();
  expect(window.getByText(coupon.code)).toBeDefined();
  await userEvent.click(window.getByRole('button', { name: texts.result.copy }));
  expect(await screen.findByText(copyTexts.done.text)).toBeDefined();
});

test('too little traffic leads to the shop', async () => {
  serve(GIB / 2);
  show();
  expect(await screen.findByText(texts.tooLittle)).toBeDefined();
  expect(screen.getByRole('link', { name: texts.shop }).getAttribute('href')).toBe('#/shop');
  expect(screen.queryByRole('button', { name: texts.drawFor('1.00 G') })).toBeNull();
});

test.each([
  ['notEnoughTraffic', '流量不足'],
  ['tooFrequent', '操作过于频繁，请稍后再试'],
] as const)('a draw that is refused as %s says %s, and the next click is another one', async (code, text) => {
  stillMotion();
  const server = serve().answer(calls.draw, () => refusal(code));
  show();
  await press(texts.drawFor('1.00 G'));
  expect(await screen.findByText(text)).toBeDefined();
  server.answer(calls.draw, () => big);
  await press(texts.drawFor('1.00 G'));
  await result();
  const [first, second] = server.inputsOf(calls.draw);
  expect(first!.click).not.toBe(second!.click);
});

test('a click whose answer was lost is asked again, and draws once', async () => {
  stillMotion();
  const server = serve().answer(calls.draw, () => big);
  show();
  await screen.findByRole('button', { name: texts.drawFor('1.00 G') });
  const plug = server.unplug();
  await press(texts.drawFor('1.00 G'));
  await waitFor(() => expect(screen.getByRole('button', { name: texts.drawFor('1.00 G') })).toBeDefined());
  await waitFor(() => expect(document.querySelector('[data-loading]')).toBeNull());
  plug();
  await press(texts.drawFor('1.00 G'));
  await result();
  const clicks = server.inputsOf(calls.draw).map(({ click }) => click);
  expect(new Set(clicks).size).toBe(1);
});

test('whoever has drawn more often than is listed reads so', async () => {
  const many = Array.from({ length: MOST_DRAWS }, (_, n) => ({
    ...drawn(0),
    _id: `01970000-0000-7000-8081-${String(n).padStart(12, '0')}`,
  }));
  serve().answer(calls.draws, () => many);
  show();
  expect(await screen.findByText(commonTexts.newestOnly(MOST_DRAWS))).toBeDefined();
});

test('without prizes the page says so, and shows the draws all the same', async () => {
  fakeServer()
    .answer(calls.list, () => refusal('notFound', null, '暂无奖品'))
    .answer(calls.draws, () => [drawn(1, { coupon })]);
  show();
  expect(await screen.findByText(texts.empty)).toBeDefined();
  expect(await screen.findByText(coupon.code)).toBeDefined();
  expect(screen.queryByRole('button', { name: texts.drawFor('1.00 G') })).toBeNull();
});
