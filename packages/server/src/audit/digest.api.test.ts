import { GIB } from '@skyport/contract/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverMails } from '../mail/index.ts';
import { startMailServer } from '../mail/testing.ts';
import { DAY_MS, HOUR_MS } from '../platform/clock.ts';
import { runJob } from '../platform/jobs.ts';
import { makeSession, type TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { couponForm } from './testing/commerce-cases.ts';
import { auditJobs } from './jobs.ts';

/*
 * What staff mint and adjust reaches the operator once a business day (here of Asia/Shanghai, which ends at 16:00 UTC).
 */

const app = await createTestApp();
const { deps, clock } = app;
const mails = await startMailServer();
afterAll(async () => {
  await mails.stop();
  await app.close();
});

let [operator, staff]: TestSession[] = [];
beforeAll(async () => {
  clock.set(new Date('2026-11-20T17:00:00Z'));
  [operator, staff] = [await app.account({ type: 'admin' }), await app.account({ type: 'yunying', steppedUp: true })];
  const settings = { ...mails.settings, site_name: '天港', admin_id: operator.userId };
  await app.changeSettings(settings);
  await digest();
});

const digest = () =>
  runJob(
    auditJobs.find(({ name }) => name === 'audit.digest')!,
    deps,
    {},
  );
const notified = async (): Promise<string[]> =>
  (await deps.db.selectFrom('notifications').select('text').where('user_id', '=', operator!.userId).execute()).map(
    ({ text }) => text,
  );
let codes = 0;
const makeCoupon = async (change: object) =>
  app.call(
    '/api/yunying/coupon/update_coupon',
    couponForm({ code: `DIGEST${(codes += 1)}`, traffic: GIB, NumberOfAuthorizations: 10, ...change }),
    (await makeSession(deps, staff!.userId)).cookie,
  );

test('a day’s digest is sent once it is over, once, however often and in however many processes the job runs', async () => {
  for (let n = 0; n < 3; n += 1) expect((await makeCoupon({})).code).toBe(0);
  await digest();
  expect(await notified()).toEqual([]);
  clock.set(new Date('2026-11-21T16:07:00Z'));
  await Promise.all([digest(), digest(), digest()]);
  clock.advance(HOUR_MS);
  await digest();
  expect(await notified()).toEqual([
    `2026-11-21 员工发放与调整共 1 项；${staff!.email}：新建流量体验券 3 个（“新年”等），面值合计 30 G`,
  ]);
  await deliverMails(deps);
  const { parsed } = mails.mailTo(operator!.email);
  expect(parsed.subject).toBe('【天港】员工发放与调整（2026-11-21）');
  expect(parsed.text).toContain('面值合计 30 G');
  expect(parsed.text).toContain('http://console.test/#/admin_audit');
});

test('a day without such a change has no digest, and days on which no panel ran are in the next one', async () => {
  const before = (await notified()).length;
  clock.advance(DAY_MS);
  await digest();
  expect(await notified()).toHaveLength(before);
  await makeCoupon({ type: 'freeTime', vipDay: 3 });
  clock.advance(3 * DAY_MS);
  await digest();
  const [last] = (await notified()).filter((text) => text.includes('会员') || text.includes('时间体验券'));
  expect(last).toBe(
    `2026-11-23 – 2026-11-25 员工发放与调整共 1 项；${staff!.email}：新建时间体验券 1 个（“新年”），面值合计 30 天`,
  );
});

test('of many changes a few are named, and how many more there are', async () => {
  for (let n = 0; n < 8; n += 1) {
    clock.advance(1);
    const { _id } = (await makeCoupon({ type: 'discount', discount: 0.5 })).data;
    await makeCoupon({ _id, type: 'discount', discount: 0.5, NumberOfAuthorizations: 20 + n });
  }
  clock.advance(DAY_MS);
  await digest();
  const text = (await notified()).at(-1)!;
  expect(text).toContain('共 9 项');
  expect(text).toContain('总次数 10 → 27');
  expect(text).toMatch(/另有 4 项，见操作记录$/);
});

test('who edits what another had decided stands in the digest with both their addresses', async () => {
  const { _id } = (await makeCoupon({})).data;
  const other = await app.account({ type: 'yunying' });
  const form = couponForm({ _id, code: `DIGEST${codes}`, traffic: 2 * GIB, NumberOfAuthorizations: 10 });
  expect(await app.call('/api/yunying/coupon/update_coupon', form, other)).toMatchObject({ code: 0 });
  clock.advance(DAY_MS);
  await digest();
  const changed = `${other.email}：修改优惠券（原由 ${staff!.email} 设定）：流量 1 G → 2 G，面值增加 10 G`;
  expect((await notified()).at(-1)).toContain(changed);
});

test('a product that an admin sells for next to nothing reaches the operator', async () => {
  const cookie = (await makeSession(deps, operator!.userId)).cookie;
  const save = async (change: object) =>
    (await app.call('/api/admin/combo/update_combo', { name: '年卡', price: 198, vipDuration: 365, ...change }, cookie))
      .data;
  const made = await save({});
  clock.advance(DAY_MS);
  await digest();
  expect((await notified()).at(-1)).toMatch(/共 1 项；[^；]*新建商品“年卡”：198 元（会员 365 天）$/);
  const later = (await makeSession(deps, operator!.userId, true)).cookie;
  const cheaper = { ...made, price: 0.01 };
  expect((await app.call('/api/admin/combo/update_combo', cheaper, later)).code).toBe(0);
  expect((await app.call('/api/admin/combo/update_combo', { ...cheaper, orderID: 9 }, later)).code).toBe(0);
  clock.advance(DAY_MS);
  await digest();
  expect((await notified()).at(-1)).toMatch(
    /共 1 项；[^；]*修改商品“年卡”：198 元（会员 365 天） → 0.01 元（会员 365 天）$/,
  );
});

test('entries without a line, however many, hide nothing that comes after them', async () => {
  await sql`
    insert into audit_log (id, at, actor, call, kind, before, after)
    select gen_random_uuid(), ${clock.now()}, ${staff!.userId}, 'coupons.update', 'coupon', '{"name":"a"}', '{"name":"b"}'
      from generate_series(1, 2100)`.execute(deps.db);
  clock.advance(1);
  await makeCoupon({ type: 'freeTime', vipDay: 7 });
  clock.advance(DAY_MS);
  await digest();
  expect((await notified()).at(-1)).toMatch(/共 1 项；[^；]*新建时间体验券 1 个（“新年”），面值合计 70 天$/);
});
