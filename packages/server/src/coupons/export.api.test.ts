import { codes } from '@skyport/contract/codes';
import { exportPath } from '@skyport/contract/list-export';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { couponForm } from '../audit/testing/commerce-cases.ts';
import { createTestApp } from '../testing.ts';

const app = await createTestApp();
afterAll(() => app.close());

test('all uses of coupons are a file for operations staff, however many the list shows', async () => {
  const staff = await app.account({ type: 'yunying' });
  const user = await app.account({ email: 'uses@export.test' });
  const { data: coupon, code } = await app.call(
    '/api/yunying/coupon/update_coupon',
    couponForm({ code: 'ALLUSES' }),
    staff,
  );
  expect(code).toBe(0);
  await sql`
    insert into coupon_uses (id, coupon_id, user_id, slot, type, traffic, days, used_at)
    select ('01970000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${coupon._id}::uuid, ${user.userId}::uuid, n, 'freeUse',
           1073741824, 0, timestamptz '2026-11-20T16:00:00Z'
      from generate_series(1, 4001) n`.execute(app.deps.db);
  const ask = (who: typeof staff) => {
    app.clock.advance(60_000);
    const columns = ['email', 'code', 'effect', 'time', 'status'];
    return app.call('/api/yunying/coupon/export_records', { columns }, who);
  };
  expect((await ask(user)).code).toBe(codes.roleForbidden.code);
  const { data } = await ask(staff);
  expect(data.rows).toBe(4001);
  const headers = { cookie: staff.cookie, host: 'console.test' };
  const { payload } = await app.gate.app.inject({ url: exportPath(data.ticket), headers });
  const [head, ...rows] = payload.split('\r\n').slice(0, -1);
  expect(head).toBe('\uFEFF邮箱,优惠码,作用,时间,状态');
  const row = 'uses@export.test,ALLUSES,增加流量 1.00 G,2026-11-21 00:00:00,已使用';
  expect(rows).toEqual(Array.from({ length: 4001 }, () => row));
});
