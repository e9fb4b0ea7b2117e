import { GIB } from '@skyport/contract/units';
import { texts as stats } from '@skyport/web/statistics/texts';
import { staffTexts, texts } from '@skyport/web/tickets/texts';
import { texts as form } from '@skyport/web/ui/schema-form/texts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { picture } from '@skyport/server/files/testing/pictures';
import { becomeAdmin, signUp, type TestAccount } from '../testkit/accounts.ts';
import { screens } from '../testkit/browser.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { actsAt, listedOn } from '../testkit/page-acts.ts';

/*
 * Tickets on a phone and at a desk: a customer asks with an image, an admin answers and gives traffic for the
 * suggestion, the customer reads it, and what is closed is closed in every tab. Then the figures of the day.
 */

const journey = setUpJourney();
let boss: TestAccount;
let page: Page;
beforeAll(async () => {
  boss = await becomeAdmin(journey.panel);
});

const { dialog, press, fill, said, scrollsSideways, heading } = actsAt(() => page);

describe.each(screens)('on a %s', (name, screen) => {
  const title = `建议 ${name}`;
  let customer: TestAccount;
  beforeAll(async () => {
    customer = await signUp(journey.panel, `asks-${name}@example.com`);
  });

  test('a customer asks, with an image', async () => {
    page = await journey.enter(screen, customer, '/feedback');
    await heading(texts.title).waitFor();
    await press(texts.add);
    const window = dialog(texts.add);
    await press(texts.form.submit, window);
    await window.getByText(texts.form.noTitle).waitFor();
    await window.getByLabel(texts.form.titleLabel).fill(title);
    await window.getByLabel(texts.form.desc).fill('教程里可以写明\n要定期更新订阅');
    const file = { name: 'shot.png', mimeType: 'image/png', buffer: await picture('png') };
    await window.locator('input[type=file]').setInputFiles(file);
    await window.getByAltText(texts.image.shown).waitFor();
    await press(texts.form.submit, window);
    await said(texts.created.text);
    await listedOn(page, screen, title).getByText(texts.states.open).waitFor();
    expect(await scrollsSideways()).toBe(false);
  });

  test('an admin answers, and gives traffic for the suggestion', async () => {
    page = await journey.enter(screen, boss, '/admin_tickets');
    await press(staffTexts.open, listedOn(page, screen, title));
    const window = dialog(title);
    // The image has arrived for an admin, too.
    const seen = window.getByAltText(texts.picture);
    await seen.waitFor();
    await expect
      .poll(() => seen.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0);
    await fill(texts.reply.label, '谢谢，已采纳', window);
    await press(texts.reply.send, window);
    await said(staffTexts.replied.text);
    await press(staffTexts.grant, window);
    const gift = dialog(staffTexts.grantTitle(customer.email));
    await fill('说明', '合理建议', gift);
    await press(form.confirm, gift);
    await said(staffTexts.grantDone.text);
    await window.getByText(texts.granted('20.00 G')).waitFor();
    expect(await scrollsSideways()).toBe(false);
    const { traffic } = await customer.actor.accounts.userInfo({});
    expect(traffic).toBe(20 * GIB);
  });

  test('the customer reads the answer; what was closed meanwhile takes no other', async () => {
    page = await journey.enter(screen, customer, '/feedback');
    await listedOn(page, screen, title).getByText(texts.states.responsed).waitFor();
    await press(texts.view, listedOn(page, screen, title));
    const window = dialog(title);
    await window.getByText('谢谢，已采纳').waitFor();
    await fill(texts.reply.label, '不客气', window);
    const [ticket] = await customer.actor.tickets.myList({});
    await boss.actor.tickets.close({ id: ticket!._id });
    await press(texts.reply.send, window);
    await said(texts.closed.text);
    await window.getByText(texts.isClosed).waitFor();
  });

  test('the day’s figures stand in charts and tables', async () => {
    page = await journey.enter(screen, boss, '/admin_stastic');
    await heading(stats.title).waitFor();
    await page.getByRole('img', { name: /^收入柱状图/ }).waitFor();
    for (const part of [stats.payments, stats.traffic, stats.lottery])
      await page.getByRole('heading', { level: 2, name: part.title }).waitFor();
    await page.getByText(stats.days(30), { exact: true }).click();
    await page.getByText(stats.live, { exact: true }).first().waitFor();
    expect(await scrollsSideways()).toBe(false);
  });
});
