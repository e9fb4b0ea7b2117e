import { CouponForm } from '@skyport/contract/coupons';
import { auditCallNames } from '@skyport/contract/audit-calls';
import { auditKinds } from '@skyport/contract/audit-kinds';
import { couponUseWords } from '@skyport/contract/coupon-use-columns';
import { GIB } from '@skyport/contract/units';
import { texts as shell } from '@skyport/web/app/texts';
import { texts as audit } from '@skyport/web/audit/texts';
import { couponUseTexts as uses, texts as coupons } from '@skyport/web/coupons/admin-texts';
import { staffRecordTexts } from '@skyport/web/list-page/staff-record-texts';
import { texts as orders } from '@skyport/web/orders/texts';
import { sample, sampleTexts } from '@skyport/web/orders/sample-texts';
import { texts as permissions } from '@skyport/web/permissions/texts';
import { commonTexts } from '@skyport/web/ui/common-texts';
import { texts as table } from '@skyport/web/ui/data-table/texts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { becomeAdmin, signUp, type TestAccount } from '../testkit/accounts.ts';
import { screens } from '../testkit/browser.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { actsAt, chooseAction, listedOn } from '../testkit/page-acts.ts';
import { until } from '../testkit/until.ts';

/*
 * Lists of the back office on a phone and at a desk: permissions, coupons with a series for Taobao, uses of coupons,
 * and what staff did. What the specification says word for word stands here word for word. Whoever a list is not for
 * is told so, and the page of sample data is there for everybody.
 */

const LATER = '2099-01-01T00:00:00.000Z';

const journey = setUpJourney();
let boss: TestAccount;
let page: Page;
const people = {} as Record<'yunying' | 'channel' | 'normal', TestAccount>;
beforeAll(async () => {
  boss = await becomeAdmin(journey.panel);
  for (const type of ['yunying', 'channel', 'normal'] as const) {
    people[type] = await signUp(journey.panel, `${type}@example.com`);
    await journey.panel.query('update users set type = $1 where email = $2', [type, people[type].email]);
  }
});

const { press, field, fill, heading, dialog, gone, said, scrollsSideways, route } = actsAt(() => page);

const makeCoupon = (form: object) => boss.actor.coupons.update(CouponForm.parse({ expireTime: LATER, ...form }));

describe.each(screens)('on a %s', (name, screen) => {
  const listed = (text: string) => listedOn(page, screen, text);
  const enter = async (account: TestAccount, path: string): Promise<void> => {
    page = await journey.enter(screen, account, path);
  };
  /** Goes on to another page of the console, as by a link. */
  const goOn = (path: string): Promise<unknown> => page.goto(`/#${path}`);

  test('a permission is added, refused, edited, kept while something gives it, and deleted', async () => {
    const [first, second] = [`${name}流媒体`, `${name}影音`];
    await enter(boss, '/admin_permissions');
    await heading(permissions.title).waitFor();
    await press(permissions.add);
    const form = dialog(permissions.add);
    await press(commonTexts.confirm, form);
    await form.locator('[aria-invalid="true"]').first().waitFor();
    await fill('名称', first, form);
    await press(commonTexts.confirm, form);
    await said('更新成功');
    await gone(permissions.add);
    await listed(first).waitFor();
    expect(await scrollsSideways()).toBe(false);

    await press(permissions.add);
    await fill('名称', first, form);
    await press(commonTexts.confirm, form);
    await said('配置失败:已有同名权限');
    await press(commonTexts.cancel, form);
    await press(commonTexts.leave, dialog(commonTexts.unsaved));
    await gone(permissions.add);

    await press(staffRecordTexts.edit, listed(first));
    await fill('名称', second, dialog(permissions.editTitle));
    await press(commonTexts.confirm, dialog(permissions.editTitle));
    await gone(permissions.editTitle);
    await listed(second).waitFor();
    await listed(first).waitFor({ state: 'hidden' });

    const stored = (await boss.actor.permissions.list({})).find((each) => each.name === second)!;
    const gives = { permissionsGain: [stored._id], permissionDuration: 30 };
    const product = await boss.actor.shop.updateCombo({ name: `${name}套餐`, price: 15, traffic: GIB, ...gives });
    await chooseAction(listed(second), staffRecordTexts.delete);
    const question = dialog(staffRecordTexts.deleteTitle);
    await question.getByText(permissions.deleteHeld(second, 0)).waitFor();
    await press(commonTexts.confirm, question);
    await question.getByText(`权限删除失败:仍有商品附带该权限：${name}套餐`).waitFor();
    await question.getByText(commonTexts.close, { exact: true }).click();
    await listed(second).waitFor();
    await boss.actor.shop.deleteCombo({ id: product._id });
    await gone(staffRecordTexts.deleteTitle);
    await chooseAction(listed(second), staffRecordTexts.delete);
    await press(commonTexts.confirm, question);
    await said('权限删除成功');
    await listed(second).waitFor({ state: 'hidden' });
  });

  test('a coupon is edited by those who may, and is refused with its reason otherwise', async () => {
    const code = `EDIT${name.toUpperCase()}`;
    const used = [people.normal, people.channel];
    await makeCoupon({ name: `${name}开业`, type: 'freeUse', code, traffic: 2 * GIB, NumberOfAuthorizations: 5 });
    for (const { actor } of used) await actor.coupons.redeem({ code });
    await enter(people.yunying, '/admin_coupon');
    await listed(code).getByText('增加流量2G').waitFor();
    await press(staffRecordTexts.edit, listed(code));
    const form = dialog(coupons.editTitle);
    expect(await field('流量', form).inputValue()).toBe('2');
    await fill('名称', `${name}周年`, form);
    await press(commonTexts.confirm, form);
    await said('配置优惠券成功');
    await gone(coupons.editTitle);
    await listed(code).getByText(`${name}周年`).first().waitFor();
    expect(await scrollsSideways()).toBe(false);
    // What an admin has decided it is worth is the admin's matter.
    await press(staffRecordTexts.edit, listed(code));
    await fill('流量', '9', form);
    await press(commonTexts.confirm, form);
    await said('配置优惠券失败:面值由管理员设定，只有管理员可以修改');

    await enter(boss, '/admin_coupon');
    await press(staffRecordTexts.edit, listed(code));
    await fill('流量', '9', form);
    await fill('总次数', '1', form);
    await press(commonTexts.confirm, form);
    await said(`配置优惠券失败:该优惠码已使用 ${used.length} 次`);
    await fill('总次数', '2', form);
    await press(commonTexts.confirm, form);
    await said('配置优惠券成功');
    await listed(code).getByText('增加流量9G').waitFor();
    const stored = (await boss.actor.coupons.list({})).find((each) => each.code === code);
    expect(stored).toMatchObject({ name: `${name}周年`, traffic: 9 * GIB, NumberOfAuthorizations: 2, authTimes: 2 });
  });

  test('a series for Taobao tells how far it is, survives a lost answer, and makes as many as were asked for', async () => {
    await enter(people.yunying, '/admin_coupon');
    await field(coupons.type).selectOption('freeTime');
    await field(coupons.taobao).check();
    await press(coupons.add);
    const form = dialog(coupons.addTitle);
    await fill('名称', `${name}淘宝`, form);
    await fill(coupons.count, '4', form);
    let sent = 0;
    await page.route('**/api/yunying/coupon/update_coupon', async (call) => {
      sent += 1;
      if (sent !== 3) return call.continue();
      // It has arrived, and nobody hears so.
      await call.fetch();
      return call.abort();
    });
    await press(commonTexts.confirm, form);
    const window = dialog(coupons.series.title);
    await window.getByText(coupons.series.made(2, 4)).waitFor();
    await window.getByText(coupons.partlySaved(2, 4)).waitFor();
    expect(await scrollsSideways()).toBe(false);
    await press(coupons.series.goOn, window);
    await said('配置优惠券成功');
    await gone(coupons.series.title);
    await page.unroute('**/api/yunying/coupon/update_coupon');
    const made = (await boss.actor.coupons.list({})).filter((each) => each.name === `${name}淘宝`);
    expect(new Set(made.map(({ code }) => code)).size).toBe(4);
    expect(made.map(({ taobao, vipDay, maker }) => [taobao, vipDay, maker])).toEqual(
      Array.from({ length: 4 }, () => [true, 1, people.yunying.email]),
    );
    for (const { code } of made) await listed(code).waitFor();
  });

  test('uses of coupons stand there with whose they are, as many as were asked for, the newest first', async () => {
    const codes = ['OLD', 'NEW'].map((part) => `${part}${name.toUpperCase()}`);
    for (const code of codes) {
      await makeCoupon({ name, type: 'freeTime', code, vipDay: 3, NumberOfAuthorizations: 5 });
      await people.channel.actor.coupons.redeem({ code });
    }
    await enter(people.yunying, '/coupon_records');
    await heading(uses.title).waitFor();
    for (const code of codes) {
      const row = listed(code);
      await row.getByText(people.channel.email).waitFor();
      await row.getByText('增加天数 3 天').waitFor();
      await row.getByText(couponUseWords.used).waitFor();
    }
    expect(await scrollsSideways()).toBe(false);
    expect(await field(uses.number).inputValue()).toBe('100');
    await fill(uses.number, '1');
    await listed(codes[0]!).waitFor({ state: 'hidden' });
    await listed(codes[1]!).waitFor();
    await fill(uses.number, '1001');
    await page.locator(`input[aria-label="${uses.number}"][aria-invalid="true"]`).waitFor();
    await listed(codes[0]!).waitFor();
  });

  test('what staff did is listed, narrowed, shown with before and after, and said to be whole', async () => {
    const { _id, ...made } = await boss.actor.permissions.update({ name: `${name}一`, desc: '旧' });
    await boss.actor.permissions.update({ _id, name: `${name}二`, desc: '旧', shown: made });
    await enter(boss, '/admin_audit');
    const [kind, call] = [auditKinds.permission, auditCallNames['permissions.update']!];
    await field(audit.kind).selectOption({ label: kind });
    await field(audit.call).selectOption({ label: call });
    await listed(auditCallNames['coupons.update']!).first().waitFor({ state: 'hidden' });
    const newest = listed(call).first();
    await newest.getByText(boss.email).waitFor();
    expect(await scrollsSideways()).toBe(false);
    await press(audit.details, newest);
    const window = dialog(call);
    const changed = window.getByRole('row').filter({ hasText: `${name}二` });
    await changed.waitFor();
    expect(await changed.locator('th, td').allTextContents()).toEqual(['名称', `${name}一`, `${name}二`]);
    await window.getByText(_id).waitFor();
    await page.keyboard.press('Escape');
    await gone(call);
    await field(audit.search).fill('nobody@example.com');
    await said(table.noMatch);
    await field(audit.search).fill(boss.email);
    await listed(call).first().waitFor();

    await journey.panel.query("select graphile_worker.add_job('audit.verify', '{}'::json)");
    await until('the verification', async () => {
      const { time, problems } = await boss.actor.audit.check({});
      return time === null ? undefined : problems === 0;
    });
    await page.reload();
    await page.getByText(/^最近一次完整性校验：.+，没有发现问题$/).waitFor();
  });

  test('lists are for those whom they are for, and everybody else is told so in their place', async () => {
    const closed = {
      yunying: ['/admin_audit', '/admin_permissions'],
      channel: ['/admin_audit', '/admin_permissions', '/admin_coupon', '/coupon_records'],
      normal: ['/admin_audit', '/admin_permissions', '/admin_coupon', '/coupon_records'],
    } as const;
    for (const [type, paths] of Object.entries(closed)) {
      await enter(people[type as keyof typeof closed], '/orderinfo');
      await heading(sampleTexts.info).waitFor();
      for (const path of paths) {
        await goOn(path);
        await page.getByRole('main').getByText(shell.noPermission.title).waitFor();
        expect(
          await page
            .getByRole('table')
            .or(page.getByRole('list', { name: /./ }))
            .count(),
        ).toBe(0);
        await goOn('/orderinfo');
        await heading(sampleTexts.info).waitFor();
      }
    }
  });

  test('the page of sample data says that it is that, and leads to what is real', async () => {
    await enter(people.normal, '/orderinfo');
    await page.getByText(sampleTexts.note).waitFor();
    await page.getByRole('heading', { level: 2, name: sample.desc }).waitFor();
    await page.getByText('19.90 元').first().waitFor();
    expect(await scrollsSideways()).toBe(false);
    await page.getByRole('link', { name: sampleTexts.toOrders, exact: true }).click();
    await heading(orders.title).waitFor();
    expect(route()).toBe('#/order');
  });
});
