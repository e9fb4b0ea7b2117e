import { PermissionForm } from '@skyport/contract/permissions';
import { settingsTable } from '@skyport/contract/settings-table';
import { GIB } from '@skyport/contract/units';
import { texts as shell } from '@skyport/web/app/texts';
import { texts as errorTexts } from '@skyport/web/errors/texts';
import { texts as jobTexts } from '@skyport/web/jobs/texts';
import { staffRecordTexts } from '@skyport/web/list-page/staff-record-texts';
import { nodeTexts } from '@skyport/web/nodes/texts';
import { texts as permissionTexts } from '@skyport/web/permissions/texts';
import { texts as settingTexts } from '@skyport/web/settings/texts';
import { cardTexts } from '@skyport/web/shop/card-texts';
import { comboTexts } from '@skyport/web/shop/combo-texts';
import { commonTexts } from '@skyport/web/ui/common-texts';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { becomeAdmin, signUp, type TestAccount } from '../testkit/accounts.ts';
import { passwordHash } from '../testkit/actor.ts';
import { desk, screens, type Screen } from '../testkit/browser.ts';
import { fillForm } from '../testkit/forms.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { openTab, setUpAdmin } from '../testkit/operator-actions.ts';
import { actsAt } from '../testkit/page-acts.ts';
import { until } from '../testkit/until.ts';

/*
 * The back office in a real browser: how a newcomer comes from the printed link to a product on sale, then its lists on
 * a phone and at a desk: what staff make, edit, copy and take away there, what is refused to them, what of each
 * other's work they are told, and that nobody else sees any of it.
 */

const journey = setUpJourney();
let boss: TestAccount;
let customer: TestAccount;
let page: Page;

const { press, dialog, gone, scrollsSideways } = actsAt(() => page);
const toast = (text: string) => page.getByText(text).first().waitFor();
/** A row of the table, which is a card on a phone. */
const rowOf = (text: string) =>
  page.getByRole('row').or(page.locator('main').getByRole('listitem')).filter({ hasText: text });

const enter = async (screen: Screen, account: TestAccount, path: string): Promise<void> => {
  page = await journey.enter(screen, account, path);
};

const chooseAction = async (row: string, action: string): Promise<void> => {
  await rowOf(row)
    .getByRole('button', { name: `更多操作：${row}`, exact: true })
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};

const fill = (window: Locator, fields: Readonly<Record<string, string>>): Promise<void> =>
  Object.entries(fields).reduce(
    (before, [label, text]) => before.then(() => window.getByLabel(label, { exact: true }).fill(text)),
    Promise.resolve(),
  );

test('a newcomer comes from the printed link to a product on sale, with the console alone', async () => {
  page = await journey.open(desk);
  const email = 'operator@example.com';
  const password = await setUpAdmin(page, await journey.panel.setupLink(), email);
  await page.getByText(nodeTexts.next).waitFor();

  await openTab(page, 'admin_config');
  const settings = page.getByRole('main');
  await fill(settings, {
    [settingsTable.site_name.label]: '海港加速',
    [settingsTable.contact_info.label]: '客服 help@example.com',
    [settingsTable.buy_notice.label]: '按需购买，流量不过期',
  });
  await press(settingTexts.save);
  await press(settingTexts.save, dialog(settingTexts.saveTitle));
  await toast(settingTexts.saved.text);
  await gone(settingTexts.saveTitle);

  await openTab(page, 'admin_permissions');
  await page.getByText(permissionTexts.next).waitFor();
  await press(permissionTexts.add);
  await fillForm(page, permissionTexts.add, PermissionForm, { name: '流媒体', desc: '可使用流媒体线路' });
  await rowOf('流媒体').waitFor();

  await openTab(page, 'admin_combos');
  await page.getByText(comboTexts.next).waitFor();
  await press(comboTexts.add);
  const form = dialog(comboTexts.add);
  await fill(form, { 名称: '畅游季卡', 价格: '58', 流量: '100', 会员天数: '90', 赠送: '10' });
  await form.getByRole('checkbox', { name: '流媒体' }).check();
  await fill(form, { 权限天数: '90', 权限说明: '含流媒体线路' });
  const cards = form.getByRole('region', { name: comboTexts.preview }).getByRole('article');
  await cards.first().getByText('58.00 元').waitFor();
  for (const name of [cardTexts.traffic('100 G'), cardTexts.days(90)])
    await form.getByRole('article', { name }).waitFor();
  expect(await cards.count()).toBe(2);
  for (const text of ['多送 10 G', '含流媒体线路（90 天）']) await cards.first().getByText(text).waitFor();
  await press(commonTexts.confirm, form);
  await gone(comboTexts.add);
  await rowOf('畅游季卡').getByText('流媒体 · 90 天').waitFor();
  expect(await scrollsSideways()).toBe(false);

  // What the shop will be made of is there for everybody.
  const sold = await journey.panel.visitor().shop.list({});
  expect(sold.map(({ name, price, traffic, vipDuration }) => [name, price, traffic, vipDuration])).toEqual([
    ['畅游季卡', 58, 100 * GIB, 90],
  ]);
  boss = { email, password, actor: journey.panel.visitor() };
  await boss.actor.accounts.login({ email, password: passwordHash(password) });
});

/** The admin is the newcomer; where that one did not come so far, the others do not suffer from it. */
const meetPeople = async (): Promise<void> => {
  boss ??= await becomeAdmin(journey.panel);
  customer ??= await signUp(journey.panel, 'customer@example.com');
};

describe.each(screens)('products on a %s', (name, screen) => {
  beforeAll(meetPeople);
  const [month, quarter] = [`${name}月卡`, `${name}季卡`];

  test('a product is made, seen as customers see it, refused, edited, copied and deleted', async () => {
    await enter(screen, boss, '/admin_combos');
    await press(comboTexts.add);
    const form = dialog(comboTexts.add);
    await fill(form, { 名称: month, 价格: '-1', 流量: '0', 会员天数: '30', 赠送: '20' });
    await press(commonTexts.confirm, form);
    await form.getByText('不能小于 0').waitFor();
    await fill(form, { 价格: '19.9' });
    const card = form.getByRole('article', { name: cardTexts.days(30) });
    await card.getByText('19.90 元').waitFor();
    await card.getByText('多送 6 天').waitFor();
    expect(await scrollsSideways()).toBe(false);
    await press(commonTexts.confirm, form);
    await toast(comboTexts.saved.text);
    await gone(comboTexts.add);
    await rowOf(month).getByText('19.90 元').waitFor();

    await press(staffRecordTexts.edit, rowOf(month));
    await fill(dialog(comboTexts.editTitle), { 价格: '18' });
    await press(commonTexts.confirm, dialog(comboTexts.editTitle));
    await gone(comboTexts.editTitle);
    await rowOf(month).getByText('18.00 元').waitFor();

    await chooseAction(month, staffRecordTexts.copy);
    await fill(dialog(comboTexts.copyTitle), { 名称: quarter, 会员天数: '90' });
    await press(commonTexts.confirm, dialog(comboTexts.copyTitle));
    await gone(comboTexts.copyTitle);
    await rowOf(quarter).getByText('90 天').waitFor();
    const seen = (await customer.actor.shop.list({})).filter((combo) => combo.name.startsWith(name));
    expect(seen.map((combo) => [combo.name, combo.price, combo.traffic, combo.vipDuration])).toEqual([
      [month, 18, 0, 30],
      [quarter, 18, 0, 90],
    ]);

    await chooseAction(quarter, staffRecordTexts.delete);
    await dialog(staffRecordTexts.deleteTitle).getByText(comboTexts.deleteText(quarter)).waitFor();
    await press(commonTexts.confirm, dialog(staffRecordTexts.deleteTitle));
    await toast(comboTexts.deleted.text);
    await rowOf(quarter).waitFor({ state: 'hidden' });
    expect((await customer.actor.shop.list({})).some((combo) => combo.name === quarter)).toBe(false);
  });

  test('an admin who was overtaken by another one is told what changed, and saves both', async () => {
    const made = await boss.actor.shop.updateCombo({ name: `${name}两人`, price: 15, traffic: 50 * GIB });
    await enter(screen, boss, '/admin_combos');
    await press(staffRecordTexts.edit, rowOf(made.name));
    const form = dialog(comboTexts.editTitle);
    await fill(form, { 速度: '300Mbps' });
    await boss.actor.shop.updateCombo({ ...made, price: 16.5 });
    await press(commonTexts.confirm, form);
    const question = dialog(staffRecordTexts.merge.title);
    await question.getByText('价格：15.00 元 → 16.50 元').waitFor();
    await press(staffRecordTexts.merge.confirm, question);
    await toast(comboTexts.saved.text);
    await gone(comboTexts.editTitle);
    const saved = (await boss.actor.shop.list({})).find(({ _id }) => _id === made._id);
    expect(saved).toEqual({ ...made, price: 16.5, speed: '300Mbps' });
  });
});

describe.each(screens)('what went wrong, on a %s', (name, screen) => {
  beforeAll(meetPeople);
  test('faults stand there once with their newest stack, and are cleared after a question', async () => {
    for (const at of ['1 minute', '1 hour', '1 day'])
      await journey.panel.query(
        `insert into error_log (id, at, name, message, stack, call)
         values (gen_random_uuid(), now() - $1::interval, 'TypeError', $2, $3, 'test')`,
        [at, `${name} cannot read 7`, `at the place of ${at}`],
      );
    await enter(screen, boss, '/admin_error');
    const row = rowOf(`${name} cannot read 7`);
    await press(errorTexts.details, row);
    await page.getByRole('region', { name: errorTexts.stack }).getByText('at the place of 1 minute').waitFor();
    await page.keyboard.press('Escape');
    await gone('TypeError');
    expect(await scrollsSideways()).toBe(false);
    await press(errorTexts.clear);
    await dialog(errorTexts.clearTitle).getByText(errorTexts.clearText).waitFor();
    await press(commonTexts.cancel, dialog(errorTexts.clearTitle));
    await gone(errorTexts.clearTitle);
    await row.waitFor();
    const [{ rows } = { rows: 0 }] = await journey.panel.query<{ rows: number }>(
      'select count(*)::int as rows from error_log',
    );
    await press(errorTexts.clear);
    await press(commonTexts.confirm, dialog(errorTexts.clearTitle));
    await toast(errorTexts.cleared(rows).text);
    await row.waitFor({ state: 'hidden' });
    expect(await journey.panel.query('select 1 from error_log where message like $1', [`${name}%`])).toEqual([]);
  });

  test('a job that failed is tried again by hand, and is done then', async () => {
    const [{ id } = { id: '' }] = await journey.panel.query<{ id: string }>(
      `select id::text as id from graphile_worker.add_job('notices.forget', '{}'::json, max_attempts => 2,
         run_at => now() + interval '1 day')`,
    );
    await journey.panel.query(`update graphile_worker._private_jobs set attempts = 2, last_error = $2 where id = $1`, [
      id,
      `${name}: password: hunter2`,
    ]);
    await enter(screen, boss, '/admin_jobs');
    const row = rowOf(`${name}: password`);
    await row.getByText('2 / 2').waitFor();
    expect(await row.textContent()).not.toContain('hunter2');
    expect(await scrollsSideways()).toBe(false);
    await press(jobTexts.retry, row);
    await toast(jobTexts.retried(1).text);
    await until('the job to be done', async () => {
      const left = await journey.panel.query('select 1 from graphile_worker.jobs where id = $1', [id]);
      return left.length === 0 || undefined;
    });
    // The list is read every ten seconds, and at once when it is asked for another state.
    const read = page.waitForResponse(/\/api\/admin\/jobs\/list/);
    await page.getByLabel(jobTexts.state, { exact: true }).selectOption('failed');
    await read;
    await row.waitFor({ state: 'hidden' });
  });
});

test.each(['/admin_combos', '/admin_error', '/admin_jobs'])(
  'whoever is no admin is told so at %s, and gets nothing of it',
  async (path) => {
    await enter(desk, customer, path);
    await page.getByRole('main').getByText(shell.noPermission.title).waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
  },
);
