import { codes } from '@skyport/contract/codes';
import { GIB } from '@skyport/contract/units';
import { afterAll, afterEach, expect, test } from 'vitest';
import { storedImage } from '../files/testing/stored-image.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import { holder } from '../push/testing/people.ts';
import type { TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { prizeDesk } from './testing/prize-desk.ts';

const app = await createTestApp();
const { deps, clock } = app;
const admin = await app.account({ type: 'admin', steppedUp: true });
const plainAdmin = await app.account({ type: 'admin' });
const yunying = await app.account({ type: 'yunying', steppedUp: true });
const { save, make, draw } = prizeDesk(app, admin);
afterAll(() => app.close());
afterEach(() => clock.advance(MINUTE_MS));

const list = async () => (await app.call('/api/yunying/prize/list', {}, yunying)).data;
const one = async (id: string) => (await list()).find(({ _id }: { _id: string }) => _id === id);

const remove = (id: string, who = yunying) => app.call('/api/yunying/prize/delete', { id }, who);
/** A draw costs so many G, and nothing can be drawn. */
const begin = async (prizeBaseCost = 10): Promise<void> => {
  await app.changeSettings({ prizeBaseCost });
  for (const { _id } of await list()) await remove(_id, admin);
};
const chances = { code: codes.roleForbidden.code, msg: expect.stringContaining('平均每次抽奖') };

const image = (user: TestSession): Promise<string> => storedImage(app, user.userId);
const usesOf = async (filename: string) =>
  (
    await deps.db.selectFrom('file_uses').select('used_by').where('file_id', '=', filename.split('.')[0]!).execute()
  ).map(({ used_by }) => used_by);

test('operations staff make, edit, list and delete prizes', async () => {
  await begin();
  const made = await save({ name: '二等奖', gainTraffic: 1.5, gainVipTime: 2, weight: 3, desc: '说明' }, yunying);
  expect(made).toMatchObject({
    code: 0,
    data: {
      name: '二等奖',
      gainTraffic: 1.5,
      gainVipTime: 2,
      weight: 3,
      desc: '说明',
      hasDiscountCoupon: false,
      discountValue: 0,
      discountDuration: 0,
      photoUrl: '',
    },
  });
  const { createTime: _made, ...form } = made.data;
  // A coupon with nothing off.
  const coupon = { hasDiscountCoupon: true, discountValue: 1, discountDuration: 7 };
  expect((await save({ ...form, ...coupon }, yunying)).data).toMatchObject({ ...form, ...coupon });
  expect(await one(form._id)).toMatchObject(coupon);
  expect((await app.call('/api/yunying/prize/delete', { id: form._id }, yunying)).code).toBe(0);
  expect(await one(form._id)).toBeUndefined();
  expect((await app.call('/api/yunying/prize/delete', { id: form._id }, yunying)).code).toBe(codes.notFound.code);
  expect((await save(form, yunying)).code).toBe(codes.notFound.code);
});

test.each([
  { hasDiscountCoupon: true, discountValue: 0.05, discountDuration: 7 },
  { hasDiscountCoupon: true, discountValue: 0, discountDuration: 7 },
  { hasDiscountCoupon: true, discountValue: 1.1, discountDuration: 7 },
  { hasDiscountCoupon: true, discountValue: 0.8, discountDuration: 0 },
  { weight: -1 },
  { weight: 1.5 },
  { gainTraffic: -1 },
  { gainTraffic: 1e9 },
  { gainVipTime: 0.5 },
  { name: '' },
  { desc: '说\u200B明' },
])('a prize that cannot be is an invalid payload: %j', async (wrong) => {
  expect((await save({ name: '奖品', ...wrong })).code).toBe(codes.invalidPayload.code);
});

test('a prize that was saved by somebody else meanwhile is shown again', async () => {
  const { createTime: _made, ...shown } = await make();
  expect((await save({ ...shown, shown, weight: 5 })).code).toBe(0);
  expect(await save({ ...shown, shown, weight: 7 })).toMatchObject({
    code: codes.conflict.code,
    data: { now: { weight: 5 } },
  });
});

test.each([
  { gainTraffic: 1025 },
  { gainVipTime: 3651 },
  { hasDiscountCoupon: true, discountValue: 0.1, discountDuration: 3650 },
])('only an admin offers as much as %j, and changes or deletes it', async (much) => {
  await begin();
  const form = { name: '大奖', ...much };
  expect((await save(form, yunying)).code).toBe(codes.roleForbidden.code);
  expect((await save(form, plainAdmin)).code).toBe(codes.stepUpNeeded.code);
  const { createTime: _made, ...made } = (await save(form)).data;
  // Its chance is worth as much: operations staff may not raise it, nor make it a small one's name.
  expect((await save({ ...made, weight: 100 }, yunying)).code).toBe(codes.roleForbidden.code);
  const small = { gainTraffic: 1, gainVipTime: 0, hasDiscountCoupon: false };
  expect((await save({ ...made, ...small }, yunying)).code).toBe(codes.roleForbidden.code);
  expect((await remove(made._id)).code).toBe(codes.roleForbidden.code);
  expect((await remove(made._id, plainAdmin)).code).toBe(0);
});

test('while a prize above the caps can be drawn, operations staff make no other one rarer', async () => {
  await begin();
  const { createTime: _made, ...blank } = await make({ name: '谢谢参与', gainTraffic: 0, weight: 999 });
  const { createTime: _then, ...big } = (await save({ name: '大奖', gainTraffic: 2048, weight: 1 })).data;
  expect((await save({ ...blank, weight: 0 }, yunying)).code).toBe(codes.roleForbidden.code);
  expect((await remove(blank._id)).code).toBe(codes.roleForbidden.code);
  expect((await save({ ...blank, weight: 1000 }, yunying)).code).toBe(0);
  expect((await save({ ...blank, weight: 1 })).code).toBe(0);
  expect((await save({ ...big, weight: 0 })).code).toBe(0);
  expect((await remove(blank._id)).code).toBe(0);
});

test('as much as the caps is for operations staff too, while it is rare', async () => {
  await begin();
  await make({ name: '谢谢参与', gainTraffic: 0, weight: 999 });
  expect((await save({ name: '大奖', gainTraffic: 1024, gainVipTime: 3650 }, yunying)).code).toBe(0);
});

test.each([
  ['流量', { gainTraffic: 21 }, { gainTraffic: 20 }],
  ['会员', { gainTraffic: 0, gainVipTime: 61 }, { gainTraffic: 0, gainVipTime: 60 }],
])('more %s than the caps on average is for admins alone, whoever does what about it', async (_what, more, most) => {
  await begin();
  const { createTime: _made, ...blank } = await make({ name: '谢谢参与', gainTraffic: 0 });
  expect(await save({ name: '大奖', ...more }, yunying)).toMatchObject(chances);
  expect((await save({ name: '大奖', ...more }, plainAdmin)).code).toBe(codes.stepUpNeeded.code);
  const made = await save({ name: '大奖', ...most }, yunying);
  expect(made.code).toBe(0);
  const { createTime: _then, ...prize } = made.data;
  // By other weights, and by the end of what gives nothing.
  expect(await save({ ...prize, weight: 2 }, yunying)).toMatchObject(chances);
  expect(await save({ ...blank, weight: 0 }, yunying)).toMatchObject(chances);
  expect(await remove(blank._id)).toMatchObject(chances);
  expect((await save({ ...prize, weight: 2 })).code).toBe(0);
  // What an admin has set can be made less, if it is still too much.
  expect((await save({ ...blank, weight: 1, name: '再来' }, yunying)).code).toBe(0);
  expect((await save({ ...blank, weight: 2, name: '再来' }, yunying)).code).toBe(0);
});

test('a draw that gives more than its cost on average is for admins alone', async () => {
  for (const cost of [3, 1, 0]) {
    await begin(cost);
    expect(await save({ name: '大奖', gainTraffic: cost + 0.001 }, yunying)).toMatchObject(chances);
    expect((await save({ name: '大奖', gainTraffic: cost + 0.001 }, plainAdmin)).code).toBe(codes.stepUpNeeded.code);
    // An average that equals the cost.
    for (const name of ['一', '二', '三'])
      expect((await save({ name, gainTraffic: cost, weight: 3 }, yunying)).code).toBe(0);
  }
});

test('an admin deletes the prize without which a draw gives more than it costs after a step-up', async () => {
  await begin();
  const blank = await make({ name: '谢谢参与', gainTraffic: 0 });
  await make({ name: '大奖', gainTraffic: 20 });
  expect((await remove(blank._id, plainAdmin)).code).toBe(codes.stepUpNeeded.code);
  expect((await remove(blank._id, admin)).code).toBe(0);
  const more = await make({ name: '更多', gainTraffic: 30 });
  expect((await remove(more._id, plainAdmin)).code).toBe(0);
});

test('a copy of a prize keeps its image, also one that another person has uploaded', async () => {
  await begin();
  const photoUrl = await image(admin);
  const original = await make({ name: '原件', gainTraffic: 1, photoUrl });
  const copy = await save({ name: '复制', photoUrl }, yunying);
  expect(copy).toMatchObject({ code: 0, data: { photoUrl } });
  expect(await usesOf(photoUrl)).toEqual([`prize ${original._id}`, `prize ${copy.data._id}`]);
  for (const { _id } of [original, copy.data]) await remove(_id, admin);
  expect(await save({ name: '复制', photoUrl }, yunying)).toMatchObject({ code: codes.notFound.code });
});

test('of two prizes that are too much only together, saved at once, one is refused', async () => {
  await begin();
  await make({ name: '谢谢参与', gainTraffic: 0, weight: 2 });
  const both = ['一', '二'].map((name) => save({ name, gainTraffic: 25, gainVipTime: 0 }, yunying));
  const answers = (await Promise.all(both)).map(({ code }) => code);
  expect(answers.toSorted((a, b) => a - b)).toEqual([0, codes.roleForbidden.code]);
});

test('a prize takes an image of whoever saves it, and lets it go', async () => {
  await begin();
  const [own, others] = [await image(yunying), await image(admin)];
  expect(await save({ name: '有图', photoUrl: others }, yunying)).toMatchObject({
    code: codes.notFound.code,
    data: { field: 'photoUrl' },
  });
  const { createTime: _made, ...form } = (await save({ name: '有图', photoUrl: own }, yunying)).data;
  expect(form.photoUrl).toBe(own);
  expect(await usesOf(own)).toEqual([`prize ${form._id}`]);
  // Whoever edits something else leaves the image as it is.
  expect((await save({ ...form, weight: 2 })).code).toBe(0);
  expect((await save({ ...form, weight: 2, photoUrl: others })).code).toBe(0);
  expect([await usesOf(own), await usesOf(others)]).toEqual([[], [`prize ${form._id}`]]);
  await app.call('/api/yunying/prize/delete', { id: form._id }, admin);
  expect(await usesOf(others)).toEqual([]);
});

test('staff see what a draw costs, and what the draws of thirty days cost and gave', async () => {
  await begin(1);
  await make({ gainTraffic: 0.5 });
  await draw(await holder(app, 5));
  const read = async () => (await app.call('/api/yunying/prize/cost', {}, yunying)).data;
  expect(await read()).toEqual({ cost: GIB, draws: 1, spent: GIB, given: GIB / 2 });
  clock.advance(31 * 24 * 60 * MINUTE_MS);
  const late = await app.account({ type: 'yunying' });
  expect((await app.call('/api/yunying/prize/cost', {}, late)).data).toEqual({
    cost: GIB,
    draws: 0,
    spent: 0,
    given: 0,
  });
});
