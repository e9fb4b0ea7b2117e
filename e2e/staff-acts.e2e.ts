import { CouponForm } from '@skyport/contract/coupons';
import { GIB } from '@skyport/contract/units';
import { texts as api } from '@skyport/web/api/texts';
import { texts as shell } from '@skyport/web/app/texts';
import { texts as coupons } from '@skyport/web/coupons/admin-texts';
import { joinTexts, lineTexts, nodeTexts } from '@skyport/web/nodes/texts';
import { overviewTexts as overview } from '@skyport/web/statistics/overview-texts';
import { texts as form } from '@skyport/web/ui/schema-form/texts';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { becomeAdmin, type TestAccount } from '../testkit/accounts.ts';
import { desk, phone, type Screen } from '../testkit/browser.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { logIn } from '../testkit/log-in.ts';
import { actsAt } from '../testkit/page-acts.ts';
import { until } from '../testkit/until.ts';

/*
 * Staff at work in a real browser: forms that are refused at the field that helps, deleting that says what it deletes,
 * and windows of staff that going back closes, at a desk and on a phone.
 */

// Refusals of private addresses are part of what is tried here.
const journey = setUpJourney({ panel: { env: { ALLOW_PRIVATE_NETWORKS: '' } } });
let boss: TestAccount;
let page: Page;
beforeAll(async () => {
  boss = await becomeAdmin(journey.panel);
});

const { press, field, fill, heading, dialog, gone, back, route, entries } = actsAt(() => page);

const enter = async (screen: Screen, path: string): Promise<void> => {
  page = await journey.enter(screen, boss, path);
};

/** Names of the fields of a window that say something is wrong with them. */
const wrongFields = (window: Locator): Promise<string[]> =>
  window.locator('[aria-invalid="true"]').evaluateAll((all) =>
    all.map((input) => {
      const { labels } = input as unknown as { readonly labels: readonly { readonly textContent: string }[] };
      return labels[0]?.textContent.replace(/\s*\*$/, '') ?? '';
    }),
  );
const refusedAt = (window: Locator, fields: readonly string[]) =>
  until(`refusals at ${fields.join(', ')}`, async () => {
    const wrong = await wrongFields(window);
    return JSON.stringify(wrong) === JSON.stringify(fields) || undefined;
  });

test('the form of a node says at each field what is wrong there, also what only the server knows', async () => {
  await enter(desk, '/admin_agents');
  await press(nodeTexts.add);
  const window = dialog(nodeTexts.add);
  await window.getByText(form.required).waitFor();
  await press(form.confirm, window);
  await refusedAt(window, ['名称', 'IP']);
  await fill('名称', '柏林 01', window);
  await fill('IP', '10.0.0.8', window);
  await field('类型', window).selectOption('reality');
  await press(form.confirm, window);
  await refusedAt(window, ['IP']);
  await window.getByText('不能使用内网或保留地址').waitFor();
  await fill('IP', '203.0.113.8', window);
  await refusedAt(window, []);
  await press(form.confirm, window);
  await gone(nodeTexts.add);
  await page.getByText(`${nodeTexts.noun} 柏林 01`).waitFor();
  await page.getByRole('row').filter({ hasText: '柏林 01' }).getByText(nodeTexts.notJoined).waitFor();
});

test('a REALITY line without a name to borrow is refused at its target, and says that its node has not joined', async () => {
  await enter(desk, '/admin_agentLines');
  await heading(lineTexts.title).waitFor();
  await press(lineTexts.add);
  const window = dialog(lineTexts.add);
  await fill('名称', '柏林 REALITY', window);
  // Without an entry a new line is direct.
  expect(await field('接入方式', window).inputValue()).toBe('none');
  // An address is no name that REALITY could borrow.
  await fill('域名', '203.0.113.9', window);
  const target = field('REALITY 目标', window);
  expect(await target.getAttribute('aria-required')).toBe('true');
  await press(form.confirm, window);
  await refusedAt(window, ['REALITY 目标']);
  await target.fill('www.example.com:443');
  await press(form.confirm, window);
  await gone(lineTexts.add);
  const row = page.getByRole('row').filter({ hasText: '柏林 REALITY' });
  await row.getByText(lineTexts.absent.notJoined).waitFor();
});

test('deleting all listed coupons says how many those are, ticked or not, and leaves those of other types', async () => {
  const coupon = (name: string, more: object) => boss.actor.coupons.update(CouponForm.parse({ name, ...more }));
  const expireTime = '2099-01-01T00:00:00.000Z';
  for (const code of ['FIRST1', 'SECOND2', 'THIRD3'])
    await coupon('体验', { type: 'freeUse', code, traffic: GIB, expireTime });
  await coupon('会员', { type: 'freeTime', code: 'DAYS7', vipDay: 7, expireTime });
  await enter(desk, '/admin_coupon');
  const row = (code: string) => page.getByRole('row').filter({ hasText: code });
  await row('THIRD3').getByRole('checkbox').check();
  await press(coupons.deleteTicked);
  await dialog(coupons.deleteAllTitle).getByText(coupons.deleteTickedWhat(1, 0)).waitFor();
  await press(form.cancel, dialog(coupons.deleteAllTitle));
  await gone(coupons.deleteAllTitle);
  await row('THIRD3').getByRole('checkbox').uncheck();
  await press(coupons.deleteListed);
  const question = dialog(coupons.deleteAllTitle);
  await question.getByText(coupons.deleteAllText).waitFor();
  await question.getByText(coupons.deleteListedWhat(3, 0)).waitFor();
  await press(form.confirm, question);
  await page.getByText(coupons.allDeleted.text).waitFor();
  await row('FIRST1').waitFor({ state: 'hidden' });
  const left = await boss.actor.coupons.list({});
  expect(left.map(({ code }) => code)).toEqual(['DAYS7']);
});

test('going back closes the command bar and the window that asks who one is, and nothing was done', async () => {
  await enter(desk, '/admin_agents');
  await heading(nodeTexts.title).waitFor();
  // The keys belong to the menu's part of the frame, which may come after the page.
  await page.getByRole('navigation', { name: shell.names.staff }).waitFor();
  await page.keyboard.press('Control+k');
  const bar = page.getByRole('combobox', { name: /^查找/ });
  await bar.waitFor();
  await entries(1);
  await back();
  await bar.waitFor({ state: 'hidden' });
  expect(route()).toBe('#/admin_agents');
  await page.getByRole('row').filter({ hasText: '柏林 01' }).getByRole('button', { name: nodeTexts.join }).click();
  await dialog(api.stepUp.title).getByLabel(api.stepUp.password, { exact: true }).waitFor();
  await entries(1);
  await back();
  await gone(api.stepUp.title);
  expect(await dialog(joinTexts.title('柏林 01')).count()).toBe(0);
  expect(await journey.panel.query('select 1 from node_enrolments')).toEqual([]);
});

test('on a phone staff land on their first page, and a drawer of groups leads on and closes by going back', async () => {
  // The log-in leads there.
  page = await journey.open(phone);
  await logIn(page, boss);
  await heading(overview.title).waitFor();
  expect(route()).toBe('#/admin_overview');
  await press(shell.menu);
  const menu = page.getByRole('navigation', { name: shell.names.staff });
  const group = menu.getByRole('group', { name: nodeTexts.title });
  await group.getByRole('button', { expanded: false }).click();
  await group.getByRole('link', { name: lineTexts.title }).waitFor();
  await entries(1);
  await back();
  await menu.waitFor({ state: 'hidden' });
  expect(route()).toBe('#/admin_overview');
  await press(shell.menu);
  await menu.getByRole('link', { name: lineTexts.title, exact: true }).click();
  await heading(lineTexts.title).waitFor();
  await back();
  await heading(overview.title).waitFor();
  await entries(0);
});

test('the first thing that the keyboard reaches leads past the menus to the page', async () => {
  await enter(desk, '/admin_agents');
  await heading(nodeTexts.title).waitFor();
  await page.reload();
  await heading(nodeTexts.title).waitFor();
  await page.keyboard.press('Tab');
  const focused = page.locator(':focus');
  expect(await focused.innerText()).toBe(shell.skip);
  await page.keyboard.press('Enter');
  expect(await focused.getAttribute('id')).toBe('content');
  expect(route()).toBe('#/admin_agents');
});
