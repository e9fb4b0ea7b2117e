import { codes } from '@skyport/contract/codes';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createFaultLog } from '../platform/error-log.ts';
import type { TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';

const app = await createTestApp();
const { deps } = app;
afterAll(() => app.close());
const admin = await app.account({ type: 'admin' });
const faults = createFaultLog(deps);

const list = (payload: object = {}, who: TestSession | string = admin) =>
  app.call('/api/admin/errors/list', payload, who);
const clear = (payload: object = {}, who: TestSession | string = admin) =>
  app.call('/api/admin/errors/clear', payload, who);

/** A fault with a stack of its own. */
const faultOf = (message: string, frame = 'at save (store.ts:1:7)'): Error => {
  const fault = new TypeError(message);
  fault.stack = `TypeError: ${message}\n    ${frame}`;
  return fault;
};
const happen = async (message: string, { call = 'coupons.update', frame = 'at save (store.ts:1:7)' } = {}) => {
  await faults(faultOf(message, frame), { call, requestId: 'r1' });
  app.clock.advance(1000);
};

afterEach(async () => {
  await deps.db.deleteFrom('error_log').execute();
});

test('a fault that happens again is one row with its count, its first and newest time and its newest stack', async () => {
  const start = app.clock.now().toISOString();
  await happen('row 17 is missing', { frame: 'at save (store.ts:1:7)' });
  await happen('row 18 is missing', { frame: 'at save (store.ts:2:7)' });
  await happen('row 18 is missing', { call: 'coupons.delete' });
  await happen('another thing');
  const { data } = await list();
  expect(data.map((one: { msg: string; call: string; count: number }) => [one.msg, one.call, one.count])).toEqual([
    ['another thing', 'coupons.update', 1],
    ['row 18 is missing', 'coupons.delete', 1],
    ['row 18 is missing', 'coupons.update', 2],
  ]);
  expect(data[2]).toMatchObject({
    name: 'TypeError',
    firstTime: start,
    createTime: new Date(Date.parse(start) + 1000).toISOString(),
    stack: expect.stringContaining('store.ts:2:7'),
  });
});

test('a fault that a job meets at one order after the other is one row, with the newest order', async () => {
  const orders = Array.from({ length: 3 }, () => deps.ids.next());
  for (const id of orders) await happen('the ledger is away', { call: `job orders.expire ${id}` });
  await happen('the ledger is away', { call: 'job orders.expire' });
  await happen('the ledger is away', { call: 'job orders.close-trade' });
  const { data } = await list();
  expect(data.map((one: { call: string; count: number }) => [one.call, one.count])).toEqual([
    ['job orders.close-trade', 1],
    ['job orders.expire', 1],
    [`job orders.expire ${orders[2]}`, 3],
  ]);
});

test('a fault of a call reaches the list; nothing that looks like a secret does', async () => {
  const secrets = ['q7Rm2Xc9VtLk4HsWzB8nJfPd3GyTa6Ue', 'hunter2'];
  await happen(`no account with ${secrets[0]} at postgres://app:${secrets[1]}@db/skyport`);
  const { data } = await list();
  expect(data).toHaveLength(1);
  const stored = await deps.db.selectFrom('error_log').selectAll().execute();
  for (const secret of secrets) {
    expect(JSON.stringify(data)).not.toContain(secret);
    expect(JSON.stringify(stored)).not.toContain(secret);
  }
});

test('the days that are asked for decide, seven without a number', async () => {
  await happen('long ago');
  app.clock.advance(6.9 * 86_400_000);
  expect((await list()).data).toHaveLength(1);
  app.clock.advance(0.2 * 86_400_000);
  expect((await list()).data).toEqual([]);
  expect((await list({ num: 30 })).data).toHaveLength(1);
  for (const num of [0, 31, 1.5, -1, '7', null]) {
    expect((await list({ num })).code, String(num)).toBe(codes.invalidPayload.code);
  }
});

test('clearing takes what happened up to an instant and says how much that was', async () => {
  for (const n of [1, 2, 3]) await happen(`thing ${'x'.repeat(n)}`);
  const [, second] = (await list()).data;
  expect(await clear({ until: second.createTime })).toMatchObject({ code: 0, data: { deletedCount: 2 } });
  expect((await list()).data.map(({ msg }: { msg: string }) => msg)).toEqual(['thing xxx']);
  expect((await clear()).data).toEqual({ deletedCount: 1 });
  expect((await clear()).data).toEqual({ deletedCount: 0 });
  expect((await clear({ until: 'yesterday' })).code).toBe(codes.invalidPayload.code);
});

test('the error log is for admins only, with both session parts', async () => {
  await happen('for admins');
  for (const ask of [list, clear]) {
    expect((await ask({}, `token=${admin.token}`)).code).toBe(codes.sessionExpired.code);
    for (const type of ['normal', 'channel', 'yunying'] as const) {
      expect((await ask({}, await app.account({ type }))).code).toBe(codes.roleForbidden.code);
    }
  }
  expect((await list()).data).toHaveLength(1);
});
