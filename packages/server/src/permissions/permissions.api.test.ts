import { codes } from '@skyport/contract/codes';
import { afterAll, expect, test } from 'vitest';
import type { TestData } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';

const app = await createTestApp();
const { deps } = app;
afterAll(() => app.close());
const admin = await app.account({ type: 'admin' });

const call = (name: string, body: object, session: Parameters<typeof app.call>[2] = admin) =>
  app.call(`/api/admin/permissions/${name}`, body, session);

test('an admin makes, renames and deletes permissions', async () => {
  const made = await call('update', { name: '家宽', desc: '家庭宽带', useTimes: 99 });
  expect(made).toMatchObject({ code: 0, data: { name: '家宽', desc: '家庭宽带', useTimes: 0 } });
  const saved = await call('update', { ...made.data, name: '游戏' });
  expect(saved.data).toEqual({ ...made.data, name: '游戏' });
  expect((await call('list', {})).data).toEqual([saved.data]);
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
  expect(stored).toEqual(theirs);
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
  expect(await call('delete', { id: data._id })).toMatchObject({ code: codes.conflict.code });
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
