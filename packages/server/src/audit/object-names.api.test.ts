import { auditKinds } from '@skyport/contract/audit-kinds';
import { inTransaction } from '@skyport/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../platform/audit.ts';
import type { TestApp, TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { couponForm } from './testing/commerce-cases.ts';

let app: TestApp;
let admin: TestSession;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.account({ type: 'admin', steppedUp: true });
});
afterAll(() => app.close());

const made = async (path: string, payload: object) => {
  app.clock.advance(2000);
  const { data, code, msg } = await app.call(path, payload, admin);
  expect(code, msg).toBe(0);
  return data;
};
const write = (kind: string, object: string, after: Record<string, string> = {}): Promise<void> =>
  inTransaction(app.deps.db, (trx) =>
    audit(trx, app.deps, [
      { actor: admin.userId, address: '', call: 'planted', kind, object, before: {}, after, detail: {} },
    ]),
  );
const rowOf = async (object: string) =>
  (await made('/api/admin/audit/list', { filterStr: object, call: 'planted' })).entries[0];

test('a row names its object as it is called now', async () => {
  const customer = await app.account({ type: 'normal' });
  const coupon = await made('/api/yunying/coupon/update_coupon', couponForm({ code: 'NAMED1' }));
  await write('account', customer.userId);
  await write('coupon', coupon._id);
  expect(await rowOf(customer.userId)).toMatchObject({ kind: 'account', object_name: customer.email });
  expect(await rowOf(coupon._id)).toMatchObject({ kind: 'coupon', object_name: 'NAMED1' });
});

test('an object that is gone, or that has no name, has its id alone', async () => {
  const gone = crypto.randomUUID();
  for (const kind of Object.keys(auditKinds)) await write(kind, gone);
  await write('settings', 'settings');
  expect((await rowOf(gone)).object_name).toBe('');
  expect((await rowOf('settings')).object_name).toBe('');
});

test('a payment instance in a field has its title beside its name', async () => {
  const form = { label: '主通道', gateway: 'https://pay.invalid/', pid: '1001', key: 'k'.repeat(32), kind: 'epay_v1' };
  const { _id, name } = await made('/api/admin/pay_instance/create', form);
  await app.deps.payments.refresh();
  await write('payInstance', _id);
  await write('settings', 'chosen', { alipay: name });
  expect((await rowOf(_id)).object_name).toBe('主通道');
  expect((await rowOf('chosen')).titles).toEqual({ [name]: '主通道' });
});
