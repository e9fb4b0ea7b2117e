import { auditColumnTitles } from '@skyport/contract/audit-columns';
import { codes } from '@skyport/contract/codes';
import { exportPath } from '@skyport/contract/list-export';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { MINUTE_MS } from '../platform/clock.ts';
import type { TestApp, TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { couponForm } from './testing/commerce-cases.ts';

const PASSWORD = 'a'.repeat(64);

let app: TestApp;
let admin: TestSession;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.account({ type: 'admin', steppedUp: true });
});
afterAll(() => app.close());

const columns = Object.keys(auditColumnTitles);
const fileOf = async (payload: object): Promise<string[]> => {
  app.clock.advance(2 * MINUTE_MS);
  const { data, code, msg } = await app.call('/api/admin/audit/export', { columns, ...payload }, admin);
  expect(code, msg).toBe(0);
  const url = exportPath(data.ticket);
  const { payload: text } = await app.gate.app.inject({ url, headers: { cookie: admin.cookie, host: 'console.test' } });
  return text.split('\r\n').slice(0, -1);
};

test('the entries that match are the file, with who, what and the names of the fields that changed', async () => {
  const saved = async (form: object) => {
    app.clock.advance(2000);
    const { data, code } = await app.call('/api/yunying/coupon/update_coupon', couponForm(form), admin);
    expect(code).toBe(0);
    return data as { _id: string };
  };
  const { _id } = await saved({ code: 'EXPORTED1' });
  const secondAt = app.clock.now().getTime() + 1;
  await saved({ code: 'EXPORTED2', _id, name: '春节' });
  const [head, second, first, ...more] = await fileOf({ kind: 'coupon', filterStr: _id });
  expect(head).toBe(`\uFEFF${Object.values(auditColumnTitles).join(',')}`);
  expect(first).toMatch(
    new RegExp(`^保存优惠券,2026-11-21 1\\d:\\d\\d:\\d\\d,${admin.email},优惠券,EXPORTED2,新建,127.0.0.1,${_id},`),
  );
  expect(second).toContain(',优惠券,EXPORTED2,优惠码、名称,');
  expect(more).toEqual([]);
  expect(await fileOf({ object: _id, fromTimestamp: secondAt })).toEqual([head, second]);
  expect(await fileOf({ call: 'nodes.update' })).toEqual([head]);
  // The export of the audit stands in the audit.
  expect((await fileOf({ call: 'audit.exportList' })).at(1)).toContain('导出操作记录');
});

test('the file needs a second look: without one nothing is exported, and nothing stands in the audit', async () => {
  const plain = await app.account({ type: 'admin', password: PASSWORD });
  const ask = (payload: object) => {
    app.clock.advance(2 * MINUTE_MS);
    return app.call('/api/admin/audit/export', { columns, ...payload }, plain);
  };
  const count = async () => {
    const rows = await app.deps.db
      .selectFrom('audit_log')
      .select('actor')
      .where('call', '=', 'audit.exportList')
      .execute();
    return rows.filter(({ actor }) => actor === plain.userId).length;
  };
  expect((await ask({})).code).toBe(codes.stepUpNeeded.code);
  expect(await count()).toBe(0);
  expect((await ask({ confirm: PASSWORD })).code).toBe(0);
  expect(await count()).toBe(1);
});

test('operations staff and customers are refused', async () => {
  for (const type of ['yunying', 'normal'] as const) {
    const { code } = await app.call('/api/admin/audit/export', { columns }, await app.account({ type }));
    expect(code).toBe(codes.roleForbidden.code);
  }
});

test('the next file can be asked for as soon as one has ended, however slowly its end is stored', async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.deps.db);
  const address = new URL(inject('testServer'));
  address.pathname = rows[0]!.name;
  const superuser = new Client({ connectionString: address.href });
  await superuser.connect();
  onTestFinished(() => superuser.end());
  await superuser.query(`
    create function slow_end() returns trigger language plpgsql as $$ begin perform pg_sleep(0.2); return new; end $$;
    create trigger slow_end before update on list_exports for each row when (new.ended_at is not null) execute function slow_end()`);
  for (let n = 0; n < 3; n += 1) expect(await fileOf({ call: 'nodes.update' })).toHaveLength(1);
});
