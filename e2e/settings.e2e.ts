import { settingsTable, type SettingName } from '@skyport/contract/settings-table';
import { commonTexts as prompts } from '@skyport/web/accounts/common-texts';
import { texts as accounts } from '@skyport/web/accounts/texts';
import { texts as shell } from '@skyport/web/app/texts';
import { texts as notices } from '@skyport/web/notices/texts';
import { historyTexts, testTexts, texts } from '@skyport/web/settings/texts';
import { texts as home } from '@skyport/web/subscription/texts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { becomeAdmin, signUp, type TestAccount } from '../testkit/accounts.ts';
import { screens } from '../testkit/browser.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { beginSession, passStepUp } from '../testkit/log-in.ts';
import { actsAt } from '../testkit/page-acts.ts';
import { until } from '../testkit/until.ts';
import { ATTEMPT_MS } from '../testkit/patience.ts';

/*
 * An admin changes settings in a real browser, on a phone and at a desk, and whoever they are for sees what they switch
 * on: the announcement and the buying notice, domains, the shared Apple ID, downloads. Refusals, conflicts, history.
 */

const journey = setUpJourney();
let boss: TestAccount;
let customer: TestAccount;
beforeAll(async () => {
  boss = await becomeAdmin(journey.panel);
  customer = await signUp(journey.panel, 'lin@example.com');
  await journey.panel.query('update users set paid = true where email = $1', [customer.email]);
});

const labelOf = (name: SettingName): string => settingsTable[name].label;

describe.each(screens)('on a %s', (name, screen) => {
  let admin: Page;
  let visitor: Page;
  beforeAll(async () => {
    [admin, visitor] = await Promise.all([open(boss), open(customer)]);
  });
  afterAll(() => Promise.all([admin, visitor].map((page) => page.context().close())));
  const open = async (account: TestAccount): Promise<Page> => {
    const page = await journey.open(screen);
    await beginSession(page, account, journey.panel);
    return page;
  };
  /** The settings as they are saved now. */
  const openSettings = async (): Promise<void> => {
    await admin.goto('about:blank');
    await admin.goto('/#/admin_config');
    await field('site_name').waitFor();
  };

  const field = (setting: SettingName) =>
    settingsTable[setting].kind === 'flag'
      ? admin.getByRole('switch', { name: new RegExp(`^${labelOf(setting)} `) })
      : admin.getByLabel(labelOf(setting), { exact: true });
  const { press, dialog: question, gone, said } = actsAt(() => admin);
  const fill = async (values: Partial<Record<SettingName, string | boolean>>): Promise<void> => {
    for (const [setting, value] of Object.entries(values) as [SettingName, string | boolean][]) {
      if (typeof value === 'string') await field(setting).fill(value);
      // The switch itself is drawn; its text is what a person can hit.
      else if ((await field(setting).isChecked()) !== value)
        await admin
          .locator('label')
          .filter({ hasText: labelOf(setting) })
          .last()
          .click();
    }
  };
  const save = async (confirmed: boolean): Promise<void> => {
    await press(texts.save);
    await press(texts.save, question(texts.saveTitle));
    if (confirmed) await passStepUp(admin, boss.password);
    await said(texts.saved.text);
    await gone(texts.saveTitle);
  };
  /** Opens a page anew, until it shows what was saved a moment ago: other processes know it within a second. */
  const shows = (text: string, at = '/#/', page = visitor) =>
    until(`${text} at ${at}`, async () => {
      await page.goto('about:blank');
      await page.goto(at);
      return page
        .getByText(text)
        .first()
        .waitFor({ timeout: ATTEMPT_MS })
        .then(
          () => true,
          () => false,
        );
    });
  const closeNotice = () => visitor.getByRole('button', { name: notices.close, exact: true }).last().click();

  test('what every page shows is changed, seen as a difference, saved, and there for a customer', async () => {
    await openSettings();
    const [site, content, buy] = [`海港 ${name}`, `${name} 周六维护`, `${name} 按需购买`];
    await fill({
      site_name: site,
      contact_info: '客服 help@example.com',
      notice_show: true,
      notice_title: '公告',
      notice_content: content,
      notice_mark_red: true,
      buy_notice: buy,
    });
    await press(texts.save);
    await question(texts.saveTitle)
      .getByText(`${labelOf('site_name')} `)
      .first()
      .waitFor();
    await question(texts.saveTitle).getByText(site).waitFor();
    await press('取消', question(texts.saveTitle));
    await gone(texts.saveTitle);
    await save(false);
    await shows(content);
    await closeNotice();
    await visitor.getByText(buy).waitFor();
    await closeNotice();
    await visitor.getByText(site).first().waitFor();
    await fill({ notice_show: false, buy_notice: '' });
    await save(false);
  });

  test('where customers are led to asks for the password, and leads them there', async () => {
    await openSettings();
    const card = `https://card.example/${name}`;
    const [share, files] = [`https://share.example/${name}`, `https://dl.example/${name}`];
    await fill({
      preferDomain: `${name}.localhost`,
      agency_user_domain: `agency-${name}.localhost`,
      apple_share_url: share,
      virtual_card_url: card,
      contentUrl_guonei: files,
    });
    await save(true);
    await shows(prompts.otherDomain.text(`${name}.localhost`));
    await visitor.goto('/#/apple_id_signup_guide');
    await visitor.locator(`a[href="${card}"]`).waitFor();
    await visitor.goto('/#/clash_for_windows');
    await visitor.locator(`a[href^="${files}/"]`).first().waitFor();
    expect((await customer.actor.accounts.userInfo({})).apple_share_url).toBe(share);
    const port = new URL(journey.panel.url).port;
    const agency = await journey.open(screen, `http://agency-${name}.localhost:${port}`);
    await agency.goto('/#/login');
    await agency.getByRole('button', { name: accounts.login.submit, exact: true }).waitFor();
    expect(await agency.getByRole('link', { name: accounts.login.register }).count()).toBe(0);
    await agency.context().close();
    await fill({ preferDomain: '', agency_user_domain: '' });
    await save(false);
  });

  test('what does not go together is refused at its field, and restoring brings back what is saved', async () => {
    await openSettings();
    await fill({ agency_user_domain: 'same.localhost', preferDomain: 'same.localhost' });
    await said('代理商域名不能与推荐域名相同');
    await press(texts.save);
    await until(
      'the focus at the field',
      async () => (await admin.evaluate('document.activeElement?.name')) === 'agency_user_domain',
    );
    expect(await question(texts.saveTitle).count()).toBe(0);
    await press(texts.restore);
    await admin.getByRole('dialog').getByText(texts.restoreText).waitFor();
    await admin.getByRole('dialog').getByRole('button', { name: texts.restore, exact: true }).click();
    await said(texts.restored.text);
    expect(await field('preferDomain').inputValue()).toBe('');
    await said(testTexts.mailOff);
  });

  test('the history names who changed what, and takes it back', async () => {
    await boss.actor.settings.setConfig({ contact_info: `${name} 一` });
    await openSettings();
    await fill({ contact_info: `${name} 二` });
    await save(false);
    await admin.getByText(texts.tabs.history, { exact: true }).click();
    await said(`${name} 二`);
    await admin.getByText(boss.email).and(admin.locator(':visible')).first().waitFor();
    await admin.getByRole('button', { name: historyTexts.undo, exact: true }).first().click();
    await question(historyTexts.undoTitle).getByText(`${name} 一`).waitFor();
    await press(historyTexts.undo, question(historyTexts.undoTitle));
    await said(texts.undone.text);
    await admin.getByText(texts.tabs.settings, { exact: true }).click();
    expect(await field('contact_info').inputValue()).toBe(`${name} 一`);
  });

  test('the second of two admins is told what the first one changed, and loses nothing', async () => {
    await openSettings();
    await fill({ contact_info: `${name} 我的`, signUseRewardTraffic: '250' });
    await boss.actor.settings.setConfig({ contact_info: `${name} 别人的` });
    await press(texts.save);
    await press(texts.save, question(texts.saveTitle));
    const alert = admin.getByRole('alert', { name: texts.staleTitle });
    await alert.getByText(`${name} 别人的`).waitFor();
    await alert.getByText(texts.staleMine).waitFor();
    await gone(texts.saveTitle);
    expect(await field('contact_info').inputValue()).toBe(`${name} 我的`);
    await press(texts.staleKeep);
    await save(false);
    expect(await boss.actor.settings.get({})).toMatchObject({
      contact_info: `${name} 我的`,
      signUseRewardTraffic: 250,
    });
    await boss.actor.settings.setConfig({ signUseRewardTraffic: 200 });
  });

  test('customers and operations staff are told that the page is not for them', async () => {
    await journey.panel.query("update users set type = 'yunying' where email = $1", [customer.email]);
    await visitor.goto('about:blank');
    await visitor.goto('/#/admin_config');
    await visitor.getByText(shell.noPermission.title).first().waitFor();
    expect(await visitor.getByLabel(labelOf('site_name'), { exact: true }).count()).toBe(0);
    await journey.panel.query("update users set type = 'normal' where email = $1", [customer.email]);
    await visitor.goto('about:blank');
    await visitor.goto('/#/admin_config');
    await visitor.getByText(shell.noPermission.title).first().waitFor();
    // The browser remembers the staff that somebody was until their account has arrived.
    await visitor.getByRole('link', { name: '商店', exact: true }).first().waitFor();
    await visitor.goto('/#/');
    await visitor.getByRole('heading', { name: home.permanentTitle }).waitFor();
  });
});
