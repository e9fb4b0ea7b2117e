import { codes } from '@skyport/contract/codes';
import { afterAll, expect, test } from 'vitest';
import type { TestData } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';

const app = await createTestApp();
const { deps } = app;
afterAll(() => app.close());
const admin = await app.account({ type: 'admin', steppedUp: true });

const call = (name: string, body: object, session: Parameters<typeof app.call>[2] = admin) =>
  app.call(`/api/admin/permissions/${name}`, body, session);

test('an admin makes, renames and deletes permissions', async () => {
  const made = await call('update', { name: '家宽', desc: '家庭宽带', useTimes: 99 });
  expect(made).toMatchObject({ code: 0, data: { name: '家宽', desc: '家庭宽带', useTimes: 0 } });
  const saved = await call('update', { ...made.data, name: '游戏' });
  expect(saved.data).toEqual({ ...made.data, name: '游戏' });
  expect((await call('list', {})).data).toEqual([{ ...saved.data, holders: 0 }]);
  expect((await call('delete', { id: made.data._id })).code).toBe(0);
  expect((await call('list', {})).data).toEqual([]);
  expect((await call('delete', { id: made.data._id })).code).toBe(codes.notFound.code);
  expect((await call('update', made.data)).code).toBe(codes.notFound.code);
});

test('a name is given once', async () => {
  const [one, two] = [await call('update', { name: '甲' }), await call('update', { name: '乙' })];
  expect(await call('update', { name: '甲' })).toMatchObject({ code: codes.conflict.code, msg: '已有同名权限' });
  expect((await call('update', { ...two.data, name: '甲' })).code).toBe(codes.conflict.code);
  expect((await call('update', one.data)).code).toBe(0);
});

test('whoever saves a permission that somebody else has changed since is told what, and changes nothing', async () => {
  const { data: shown } = await call('update', { name: '两人', desc: '原来' });
  const { data: theirs } = await call('update', { ...shown, shown, desc: '别人的' });
  const late = await call('update', { ...shown, shown, name: '我的' });
  expect(late).toMatchObject({
    code: codes.conflict.code,
    msg: '权限已被其他管理员修改：描述',
    data: { now: theirs },
  });
  const stored = (await call('list', {})).data.find(({ _id }: TestData) => _id === shown._id);
  expect(stored).toEqual({ ...theirs, holders: 0 });
  const merged = await call('update', { ...theirs, name: '我的', shown: late.data.now });
  expect(merged.data).toEqual({ ...theirs, name: '我的' });
});

test('a permission that a line asks for stays', async () => {
  const { data } = await call('update', { name: '线路权限' });
  const [node, line] = [deps.ids.next(), deps.ids.next()];
  const at = deps.clock.now();
  await deps.db
    .insertInto('nodes')
    .values({ id: node, name: 'n', type: 'v2ray', server_type: 'ubuntu_x86', ctrl_port: 888, created_at: at })
    .execute();
  await deps.db
    .insertInto('lines')
    .values({
      id: line,
      name: 'l',
      node_id: node,
      protocol: 'compat',
      permission_id: data._id,
      secrets_enc: Buffer.alloc(0),
      created_at: at,
    })
    .execute();
  expect(await call('delete', { id: data._id })).toMatchObject({
    code: codes.conflict.code,
    msg: '仍有线路使用该权限：l',
  });
});

test('a permission that products on sale give stays until none does, and says who holds it', async () => {
  const { data } = await call('update', { name: '出售' });
  const sell = async (name: string): Promise<string> => {
    const form = { name, price: 15, traffic: 1024 ** 3, permissionsGain: [data._id], permissionDuration: 30 };
    return (await app.call('/api/admin/combo/update_combo', form, admin)).data._id;
  };
  const sold = [await sell('甲套餐'), await sell('乙套餐')];
  const refused = await call('delete', { id: data._id });
  expect(refused.code).toBe(codes.conflict.code);
  expect(refused.msg).toContain('仍有商品附带该权限：');
  expect(['甲套餐', '乙套餐'].filter((name) => !refused.msg.includes(name))).toEqual([]);
  const { userId } = await app.account();
  const given = [{ id: data._id, expireTime: '2099-01-01T00:00:00.000Z' }];
  await app.call('/api/admin/users/update_user', { _id: userId, permissions: given }, admin);
  const listed = (await call('list', {})).data.find(({ _id }: TestData) => _id === data._id);
  expect(listed.holders).toBe(1);
  for (const id of sold) await app.call('/api/admin/combo/delete_combo', { id }, admin);
  expect((await call('delete', { id: data._id })).code).toBe(0);
});

test.each([[{ name: '' }], [{ name: 'x'.repeat(65) }], [{ name: ['x'] }], [{}]])(
  'a hostile form is an invalid payload: %j',
  async (form) => {
    expect((await call('update', form)).code).toBe(codes.invalidPayload.code);
  },
);

test.each(['list', 'update', 'delete'])('%s is for admins only', async (name) => {
  expect((await app.call(`/api/admin/permissions/${name}`)).code).toBe(codes.sessionExpired.code);
  for (const type of ['normal', 'channel', 'yunying'] as const) {
    expect((await call(name, {}, await app.account({ type }))).code).toBe(codes.roleForbidden.code);
  }
  expect((await call(name, {}, `token=${admin.token}`)).code).toBe(codes.sessionExpired.code);
});
