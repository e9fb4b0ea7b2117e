import { codes } from '@skyport/contract/codes';
import { MOST_OPEN_ORDERS } from '@skyport/contract/orders';
import { GIB } from '@skyport/contract/units';
import { MOST_TRAFFIC } from '@skyport/contract/users-form';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { until } from '../../../../testkit/until.ts';
import { changeStoredSettings } from '../settings/store.ts';
import type { TestData, TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';

const app = await createTestApp();
const { deps } = app;
afterAll(() => app.close());
const admin = await app.account({ type: 'admin' });

const update = (form: unknown, session: TestSession | string | undefined = admin) =>
  app.call('/api/admin/combo/update_combo', form, session);
const remove = (id: unknown, session: TestSession | string | undefined = admin, more: object = {}) =>
  app.call('/api/admin/combo/delete_combo', { id, ...more }, session);
const list = (session?: TestSession) => app.call('/api/shop/list', {}, session);
const namesFor = async (session?: TestSession): Promise<string[]> =>
  (await list(session)).data.map(({ name }: TestData) => name);

const pack = (more: object = {}) => ({ name: '流量包', price: 15, traffic: 50 * GIB, ...more });
const permission = async (name: string): Promise<string> =>
  (await app.call('/api/admin/permissions/update', { name }, admin)).data._id;
const setPremium = async (code: string): Promise<void> => {
  await changeStoredSettings(deps.db, [{ key: 'premium_channel_code', value: code }], deps.clock.now());
  await expect.poll(() => deps.settings.current().premium_channel_code).toBe(code);
};

afterEach(async () => {
  // One admin makes all these changes: their allowance comes back with time.
  app.clock.advance(60_000);
  await deps.db.deleteFrom('combos').execute();
});

test.each([
  ['16 TiB', { traffic: 16 * 1024 * GIB }],
  ['3,650 days of membership', { vipDuration: 3650 }],
  ['a permission', { permissionDuration: 3650 }],
])('asks for a step-up before it saves a product of %s for 0.01 yuan', async (what, gives) => {
  const password = 'a'.repeat(64);
  const plain = await app.account({ type: 'admin', password });
  const permissionsGain = what === 'a permission' ? [await permission('十年')] : [];
  const gift = pack({ price: 0.01, traffic: GIB, permissionsGain, ...gives });
  expect((await update(gift, plain)).code).toBe(codes.stepUpNeeded.code);
  expect((await list()).data).toEqual([]);
  expect((await update({ ...gift, confirm: password }, plain)).code).toBe(0);
});

test('an admin makes, changes and deletes a product', async () => {
  const held = await permission('流媒体');
  const form = {
    name: '年卡',
    price: 198.5,
    traffic: 100 * GIB,
    vipDuration: 365,
    additionPersend: 20,
    permissionsGain: [held, held],
    permissionDuration: 365,
    permissionsDesc: '含流媒体线路',
    orderID: 3,
    deviceNum: 5,
    speed: '150Mbps',
  };
  const made = await update(form);
  expect(made).toMatchObject({ code: 0, data: { ...form, permissionsGain: [held], _id: expect.any(String) } });
  expect((await list()).data).toEqual([made.data]);
  const saved = await update({ ...made.data, price: 188, vipDuration: 366, permissionsGain: [] });
  expect(saved.data).toEqual({ ...made.data, price: 188, vipDuration: 366, permissionsGain: [] });
  expect((await list()).data).toEqual([saved.data]);
  expect((await remove(made.data._id)).code).toBe(0);
  expect((await list()).data).toEqual([]);
  const kept = await deps.db.selectFrom('combos').select(['id', 'price']).execute();
  expect(kept).toEqual([{ id: made.data._id, price: 188_000 }]);
});

test('a product that is gone or never was is not found', async () => {
  const { data } = await update(pack());
  await remove(data._id);
  expect((await update(data)).code).toBe(codes.notFound.code);
  expect((await remove(data._id)).code).toBe(codes.notFound.code);
  expect((await update(pack({ _id: deps.ids.next() }))).code).toBe(codes.notFound.code);
  expect(await list()).toMatchObject({ data: [] });
});

test('a product gives permissions that exist only', async () => {
  const unknown = pack({ permissionsGain: [deps.ids.next()], permissionDuration: 30 });
  expect(await update(unknown)).toMatchObject({
    code: codes.notFound.code,
    msg: '权限不存在',
    data: { field: 'permissionsGain' },
  });
  const [stays, goes] = [await permission('留下'), await permission('删除')];
  const made = await update(pack({ permissionsGain: [goes, stays], permissionDuration: 30 }));
  expect(made.data.permissionsGain).toEqual([goes, stays]);
  // Deleting is refused while a product gives it, but an older version may have left such a product.
  await deps.db.deleteFrom('permissions').where('id', '=', goes).execute();
  const [seen] = (await list()).data;
  expect(seen.permissionsGain).toEqual([stays]);
  expect((await update(seen)).code).toBe(0);
});

test('a permission that is being deleted is given by no product and to no account that is saved meanwhile', async () => {
  const { userId } = await app.account();
  const goes = await permission('同时删除');
  const proven = await app.account({ type: 'admin', steppedUp: true });
  const given = [{ id: goes, expireTime: '2099-01-01T00:00:00.000Z' }];
  const saves = await deps.db.transaction().execute(async (trx) => {
    await trx.selectFrom('permissions').select('id').where('id', '=', goes).forUpdate().execute();
    const under = [
      update(pack({ permissionsGain: [goes], permissionDuration: 30 })),
      app.call('/api/admin/users/update_user', { _id: userId, permissions: given }, proven),
    ];
    let done = 0;
    for (const save of under) void save.then(() => (done += 1));
    const waiting = async (): Promise<number> =>
      (
        await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
          deps.db,
        )
      ).rows.length;
    await until('both saves to wait for the deletion or to be done', async () => done + (await waiting()) === 2);
    await trx.deleteFrom('permissions').where('id', '=', goes).execute();
    return under;
  });
  expect((await Promise.all(saves)).map(({ code }) => code)).toEqual([codes.notFound.code, codes.notFound.code]);
  expect((await list()).data).toEqual([]);
});

test('whoever saves a product that somebody else has changed since is told what, and changes nothing', async () => {
  const kept = await permission('留到最后');
  const { data: shown } = await update(pack({ orderID: 2, permissionsGain: [kept], permissionDuration: 30 }));
  const { data: theirs } = await update({ ...shown, shown, price: 18, speed: '300Mbps' });
  const late = await update({ ...shown, shown, name: '我的名称' });
  expect(late).toMatchObject({
    code: codes.conflict.code,
    msg: '商品已被其他管理员修改：价格、速度',
    data: { now: theirs },
  });
  expect((await list()).data).toEqual([theirs]);
  const merged = { ...theirs, name: '我的名称', shown: late.data.now };
  expect((await update(merged)).data).toEqual({ ...theirs, name: '我的名称' });
});

test('whoever deletes a product that somebody else has changed since is told what, and deletes nothing', async () => {
  const { data: shown } = await update(pack());
  const { data: theirs } = await update({ ...shown, shown, price: 18, additionPersend: 5 });
  expect(await remove(shown._id, admin, { shown })).toMatchObject({
    code: codes.conflict.code,
    msg: '商品已被其他管理员修改：价格、赠送',
    data: { now: theirs },
  });
  expect((await list()).data).toEqual([theirs]);
  expect((await remove(shown._id, admin, { shown: theirs })).code).toBe(0);
  expect((await list()).data).toEqual([]);
  expect((await remove(shown._id, admin, { shown: theirs })).code).toBe(codes.notFound.code);
});

test('of two admins who save the same product at once, one is told of the other', async () => {
  const { data: shown } = await update(pack());
  const answers = await Promise.all([16, 17].map((price) => update({ ...shown, shown, price })));
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, codes.conflict.code]);
  const [won, lost] = answers.toSorted((a, b) => a.code - b.code);
  expect(lost!.data).toEqual({ now: won!.data });
  expect((await list()).data).toEqual([won!.data]);
});

test('a product that was shown and is gone since cannot be saved, and a copy of it can', async () => {
  const { data: shown } = await update(pack());
  await remove(shown._id);
  expect(await update({ ...shown, shown })).toMatchObject({
    code: codes.notFound.code,
    msg: '商品不存在，或已被删除',
  });
  const { _id, ...copy } = shown;
  const made = await update(copy);
  expect(made.data).toEqual({ ...copy, _id: expect.any(String) });
  expect(made.data._id).not.toBe(_id);
});

test('products come by orderID, older ones first among equals, to visitors and customers alike', async () => {
  for (const [name, orderID] of Object.entries({ 丙: 9, 甲: 0, 乙: 4, 又乙: 4 })) {
    await update(pack({ name, orderID }));
    app.clock.advance(1000);
  }
  expect(await namesFor()).toEqual(['甲', '乙', '又乙', '丙']);
  for (const type of ['normal', 'channel', 'yunying', 'none'] as const) {
    expect(await namesFor(await app.account({ type }))).toHaveLength(4);
  }
});

test('an agency customer is not shown the shop', async () => {
  await update(pack());
  const answer = await list(await app.account({ isAgencyUser: true }));
  expect(answer.code).toBe(codes.roleForbidden.code);
  expect(JSON.stringify(answer)).not.toContain('流量包');
});

test('customers of the premium channel see only products above 20 yuan', async () => {
  await update(pack({ name: '二十元', price: 20 }));
  await update(pack({ name: '更贵', price: 20.01 }));
  const [premium, other, none] = [await app.account(), await app.account(), await app.account()];
  const codesOf = { [premium.userId]: 'GAOJIA', [other.userId]: 'gaojia', [admin.userId]: 'GAOJIA' };
  for (const [id, channel_code] of Object.entries(codesOf)) {
    await deps.db.updateTable('users').set({ channel_code }).where('id', '=', id).execute();
  }
  expect(await namesFor(premium)).toHaveLength(2);
  await setPremium('GAOJIA');
  expect(await namesFor(premium)).toEqual(['更贵']);
  for (const session of [other, none, admin, undefined]) expect(await namesFor(session)).toHaveLength(2);
  await setPremium('');
  for (const session of [premium, none]) expect(await namesFor(session)).toHaveLength(2);
});

test.each([
  ['no name', { name: '' }],
  ['a long name', { name: 'x'.repeat(65) }],
  ['a free product', { price: 0 }],
  ['a negative price', { price: -1 }],
  ['parts of a thousandth', { price: 1.0005 }],
  ['text for a price', { price: '15' }],
  ['nothing to sell', { traffic: 0 }],
  ['part of a byte', { traffic: 0.5 }],
  ['more traffic than can be counted', { traffic: 2 ** 53 }],
  ['days below zero', { vipDuration: -1 }],
  ['part of a day', { vipDuration: 1.5 }],
  ['a bonus below zero', { additionPersend: -1 }],
  ['a bonus that no sum could hold', { additionPersend: 501 }],
  ['no list of permissions', { permissionsGain: 'all' }],
  ['a permission for no time', { permissionsGain: ['01890000-0000-7000-8000-000000000000'] }],
  ['a price of a tenth of a fen', { price: 1.001 }],
  ['a position below zero', { orderID: -1 }],
  ['devices below zero', { deviceNum: -1 }],
  ['a speed of two lines', { speed: '1\n2' }],
  ['a price beyond a million', { price: 1_000_000.01 }],
  ['a price that no number holds', { price: 1e308 }],
  ['no price at all', { price: null }],
  ['traffic below zero', { traffic: -1 }],
  ['traffic as text', { traffic: '50' }],
  ['more than sixteen tebibytes', { traffic: 16 * 1024 ** 4 + 1 }],
  ['more than ten years', { vipDuration: 3651 }],
  ['days as text', { vipDuration: '30' }],
  ['part of a percent', { additionPersend: 0.5 }],
  ['a bonus as text', { additionPersend: '20' }],
  ['part of a position', { orderID: 1.5 }],
  ['a position beyond all lists', { orderID: 1_000_001 }],
  ['part of a device', { deviceNum: 0.5 }],
  ['more devices than anybody has', { deviceNum: 10_001 }],
  ['what was shown without its name', { shown: { price: 15 } }],
])('%s is an invalid payload, and nothing is saved', async (_what, wrong) => {
  const answer = await update(pack(wrong));
  expect(answer.code).toBe(codes.invalidPayload.code);
  expect(answer.msg).toMatch(/[\u4e00-\u9fff]/);
  expect((await list()).data).toEqual([]);
});

test('only an id names a product to delete', async () => {
  expect((await remove(undefined)).code).toBe(codes.invalidPayload.code);
  for (const id of [null, 7, 'x', ['x']]) expect((await remove(id)).code).toBe(codes.notFound.code);
});

test('as many orders of the largest traffic as can be open still give a number that can be counted', async () => {
  const proven = await app.account({ type: 'admin', steppedUp: true });
  const { data } = await update(pack({ traffic: 16 * 1024 ** 4, additionPersend: 500 }), proven);
  const gift = data.traffic * (1 + data.additionPersend / 100);
  expect(Number.isSafeInteger(MOST_TRAFFIC + MOST_OPEN_ORDERS * gift)).toBe(true);
});

test('products are cared for by admins only, with both session parts', async () => {
  for (const change of [(s?: TestSession | string) => update(pack(), s), (s?: TestSession | string) => remove('', s)]) {
    expect((await change(`token=${admin.token}`)).code).toBe(codes.sessionExpired.code);
    expect((await change('token=nobody')).code).toBe(codes.sessionExpired.code);
    for (const type of ['normal', 'channel', 'yunying'] as const) {
      expect((await change(await app.account({ type }))).code).toBe(codes.roleForbidden.code);
    }
  }
});
