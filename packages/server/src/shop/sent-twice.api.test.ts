import { codes } from '@skyport/contract/codes';
import { GIB } from '@skyport/contract/units';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createTestApp } from '../testing.ts';

/* A new product whose answer was lost: its form is sent again, and the shop has one. */

const app = await createTestApp();
const { db, ids } = app.deps;
afterAll(() => app.close());
const admin = await app.account({ type: 'admin' });

const pack = (more: object = {}) => ({ name: '流量包', price: 15, traffic: 50 * GIB, ...more });
const save = (form: object, session = admin) => app.call('/api/admin/combo/update_combo', form, session);
const remove = (id: string) => app.call('/api/admin/combo/delete_combo', { id }, admin);
const onSale = async (): Promise<string[]> =>
  (await app.call('/api/shop/list', {}, admin)).data.map(({ _id }: { _id: string }) => _id);
const entries = () =>
  db.selectFrom('audit_log').select('object').where('call', '=', 'shop.updateCombo').orderBy('seq').execute();
const conflict = (msg: string) => ({ code: codes.conflict.code, msg });

afterEach(async () => {
  app.clock.advance(60_000);
  await db.deleteFrom('combos').execute();
});

test('the same form makes one product, and is answered by it again, as it is by now', async () => {
  const before = (await entries()).length;
  const change = ids.next();
  const first = await save(pack({ change }));
  expect(first.data).not.toHaveProperty('change');
  expect(await save(pack({ change }))).toEqual(first);
  expect(await onSale()).toEqual([first.data._id]);
  await save({ ...first.data, price: 18 });
  expect((await save(pack({ change }))).data).toEqual({ ...first.data, price: 18 });
  // What changed nothing leaves nothing.
  expect(await entries()).toHaveLength(before + 2);
});

test('of two that arrive at once, both hear of one product', async () => {
  const change = ids.next();
  const [one, other] = await Promise.all([save(pack({ change })), save(pack({ change }))]);
  expect(one).toMatchObject({ code: 0, data: { price: 15 } });
  expect(other).toEqual(one);
  expect(await onSale()).toEqual([one.data._id]);
});

test('another name makes another product, and so does a form without one', async () => {
  for (const change of [ids.next(), ids.next(), undefined, undefined])
    expect((await save(pack({ change }))).code).toBe(0);
  expect(await onSale()).toHaveLength(4);
});

test("somebody else's name is nothing to an admin who sends the same", async () => {
  const [other, change] = [await app.account({ type: 'admin' }), ids.next()];
  const [theirs, mine] = [await save(pack({ change, name: '别人的' }), other), await save(pack({ change }))];
  expect(mine).toMatchObject({ code: 0, data: { name: '流量包' } });
  expect((await onSale()).toSorted()).toEqual([theirs.data._id, mine.data._id].toSorted());
});

test('what was changed in the form before it was sent again is refused, never lost unseen', async () => {
  const change = ids.next();
  const { data } = await save(pack({ change }));
  expect(await save(pack({ change, price: 20 }))).toMatchObject(
    conflict('已按先前填写的内容创建，请关闭窗口后在列表中修改'),
  );
  expect((await app.call('/api/shop/list', {}, admin)).data).toEqual([data]);
});

test('a form that was refused has made nothing, and its name stays free', async () => {
  const change = ids.next();
  const wrong = pack({ change, permissionsGain: [ids.next()], permissionDuration: 3 });
  expect((await save(wrong)).code).toBe(codes.notFound.code);
  expect(await save(pack({ change }))).toMatchObject({ code: 0, data: { permissionsGain: [] } });
});

test('a product that was deleted since is told as such, and is not made again', async () => {
  const change = ids.next();
  const { data } = await save(pack({ change }));
  await remove(data._id);
  expect(await save(pack({ change }))).toMatchObject({ code: codes.notFound.code, msg: '商品不存在，或已被删除' });
  expect(await onSale()).toEqual([]);
});

test('a name goes with a new product only: one that is there is saved each time', async () => {
  const change = ids.next();
  const { data } = await save(pack({ change }));
  for (const price of [16, 17]) expect((await save({ ...data, price, change })).data).toEqual({ ...data, price });
});

test.each([
  ['a short name', 'x'.repeat(15)],
  ['a long name', 'x'.repeat(65)],
  ['a name with a space', 'x x'.repeat(8)],
])('%s is an invalid payload', async (_what, change) => {
  expect((await save(pack({ change }))).code).toBe(codes.invalidPayload.code);
  expect(await onSale()).toEqual([]);
});
