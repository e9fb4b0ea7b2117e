import { texts as form } from '@skyport/web/ui/schema-form/texts';
import { pageTexts } from '@skyport/web/users/page-texts';
import { texts } from '@skyport/web/users/texts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { becomeAdmin, signUp, type TestAccount } from '../testkit/accounts.ts';
import { passwordHash } from '../testkit/actor.ts';
import { screens } from '../testkit/browser.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { passStepUp } from '../testkit/log-in.ts';
import { actsAt, chooseAction, listedOn } from '../testkit/page-acts.ts';

/*
 * An admin cares for a customer, at a desk and on a phone: finds the account in the list, edits it, makes it a channel,
 * and looks at everything that is known of it on its own page.
 */

const journey = setUpJourney();
let boss: TestAccount;
let page: Page;
beforeAll(async () => {
  boss = await becomeAdmin(journey.panel);
});

const { dialog, press, field, fill, heading, scrollsSideways } = actsAt(() => page);

describe.each(screens)('on a %s', (name, screen) => {
  const email = `lin-${name}@example.com`;
  let customer: TestAccount;
  beforeAll(async () => {
    customer = await signUp(journey.panel, email);
    page = await journey.enter(screen, boss, '/admin_userlist');
    await listed().waitFor();
  });

  const listed = () => listedOn(page, screen, email);

  test('traffic is given with a reason, after the password, and stands in the list', async () => {
    await press(texts.edit.open, listed());
    const window = dialog(texts.edit.title(email));
    await fill('不限时流量总量', '5', window);
    await press(form.confirm, window);
    expect(await field('原因', window).getAttribute('aria-required')).toBe('true');
    await fill('原因', '补偿', window);
    await press(form.confirm, window);
    await passStepUp(page, boss.password);
    await page.getByText(texts.edit.saved.text).waitFor();
    await window.waitFor({ state: 'hidden' });
    await listed().getByText('5.00 G').first().waitFor();
    const { traffic } = await customer.actor.accounts.userInfo({});
    expect(traffic).toBe(5 * 1024 ** 3);
  });

  test('the account becomes a channel with a code made by the page', async () => {
    await chooseAction(listed(), texts.channel.open);
    const window = dialog(texts.channel.title(email));
    await press(form.random, window);
    const code = await field('渠道码', window).inputValue();
    await press(form.confirm, window);
    await page.getByText(texts.channel.saved.text).waitFor();
    const stored = await journey.panel.query(
      'select c.code, u.type from channels c join users u on u.id = c.user_id where u.email = $1',
      [email],
    );
    expect(stored).toEqual([{ code, type: 'channel' }]);
  });

  test('the page of the account shows what it has and why it can use a line or not, and logs it out', async () => {
    await customer.actor.accounts.login({ email, password: passwordHash(customer.password) });
    await press(texts.details, listed());
    await heading(pageTexts.title).waitFor();
    await page.getByRole('heading', { level: 2, name: email }).waitFor();
    const balances = page.getByRole('region', { name: pageTexts.balances.title });
    await balances.getByText('5.00 G', { exact: true }).waitFor();
    await page.getByRole('heading', { level: 2, name: pageTexts.lines.title }).waitFor();
    expect(await scrollsSideways()).toBe(false);
    await press(pageTexts.sessions.end);
    await press('确认', dialog(pageTexts.sessions.endTitle(email)));
    await page.getByText(pageTexts.sessions.ended(1).text).waitFor();
    await expect(customer.actor.accounts.userInfo({})).rejects.toThrow();
    await page.getByRole('link', { name: pageTexts.back }).click();
    await listed().waitFor();
  });
});
