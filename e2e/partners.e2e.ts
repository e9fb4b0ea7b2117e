import { trafficTypeNames } from '@skyport/contract/traffic-columns';
import { GIB } from '@skyport/contract/units';
import { texts as accounts } from '@skyport/web/accounts/texts';
import { texts as agencyTexts } from '@skyport/web/agency/texts';
import { texts as inviteTexts } from '@skyport/web/invite/texts';
import { nodeListTexts } from '@skyport/web/nodes/node-list-texts';
import { allRecordsTexts, recordsTexts } from '@skyport/web/traffic/records-texts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { becomeAdmin, signUp, type TestAccount } from '../testkit/accounts.ts';
import { screens } from '../testkit/browser.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { actsAt, listedOn } from '../testkit/page-acts.ts';

/*
 * Who brings others: a channel and its link, an agency whose customer sets a password on the agency's own domain, and
 * what all of them look up, on a phone and at a desk.
 */

const DOMAIN = 'agency.localhost';
const PASSWORD = 'a-long-password';

const journey = setUpJourney({ panel: { settings: { agency_user_domain: DOMAIN } } });
let boss: TestAccount;
beforeAll(async () => {
  boss = await becomeAdmin(journey.panel);
});
afterAll(async () => expect(await journey.panel.query('select * from ledger_health')).toEqual([]));

describe.each(screens)('on a %s', (name, screen) => {
  let page: Page;
  let customerPage: Page;
  let agent: TestAccount;
  const customer = `customer-${name}@example.com`;
  const { press, fill, dialog, said, heading, scrollsSideways } = actsAt(() => page);
  const acts = actsAt(() => customerPage);

  beforeAll(async () => {
    agent = await signUp(journey.panel, `agent-${name}@example.com`);
    await journey.panel.query(`update users set is_agency = true, type = 'channel' where email = '${agent.email}'`);
    const code = `AGENT-${name}`.toUpperCase();
    await boss.actor.coupons.update({
      name: code,
      type: 'freeUse',
      code,
      traffic: 50 * GIB,
      NumberOfAuthorizations: 1,
      expireTime: new Date(Date.now() + 86_400_000).toISOString(),
    });
    await agent.actor.coupons.redeem({ code });
  });
  afterAll(() => customerPage?.context().close());

  test('whoever signs up by the link of a channel is listed there', async () => {
    page = await journey.enter(screen, agent, '/channel');
    await heading(inviteTexts.title).waitFor();
    const link = new URL(await page.locator('code').first().textContent().then(String));
    const code = link.searchParams.get('c') ?? '';
    expect(link.hash).toBe('#/register');
    await signUp(journey.panel, `friend-${name}@example.com`, code);
    await page.reload();
    await said('f***@example.com');
    expect(await scrollsSideways()).toBe(false);
  });

  test('an agency makes a customer, who sets a password on its domain and has the reduced console', async () => {
    await press(agencyTexts.add.open);
    await fill(agencyTexts.add.email, customer, dialog(agencyTexts.add.open));
    await press('确认', dialog(agencyTexts.add.open));
    const shown = await dialog(agencyTexts.link.title).locator('code').textContent();
    const link = new URL(String(shown));
    expect(link.hostname).toBe(DOMAIN);
    // The test has no certificate for the agency's domain, and its panel listens on a port of its own.
    link.protocol = 'http:';
    link.port = new URL(journey.panel.url).port;
    customerPage = await journey.open(screen, link.origin);
    await customerPage.goto(link.href);
    await customerPage.getByText(accounts.setPassword.hint(customer)).waitFor();
    await acts.fill(accounts.fields.password, PASSWORD);
    await acts.fill(accounts.fields.confirm, PASSWORD);
    await acts.press(accounts.setPassword.submit);
    await acts.atHome();
    expect(await customerPage.getByRole('link', { name: '商店', exact: true }).count()).toBe(0);
    const again = await journey.open(screen, link.origin);
    await again.goto(link.href);
    await again.getByText(accounts.setPassword.dead).waitFor();
    await again.context().close();
  });

  test('the agency gives traffic, and the customer finds it among the records', async () => {
    await page.reload();
    await listedOn(page, screen, customer).getByRole('button', { name: agencyTexts.give.open, exact: true }).click();
    const title = agencyTexts.give.title(customer);
    await fill(agencyTexts.give.amount, '20', dialog(title));
    await press('确认', dialog(title));
    await said(agencyTexts.give.done.text);
    await said(agencyTexts.available('30.00 G'));
    await customerPage.goto(`${new URL(customerPage.url()).origin}/#/traffic_records`);
    // The home page read the same records a moment ago, and what is so new is not read again.
    await customerPage.reload();
    await acts.heading(recordsTexts.title).waitFor();
    const record = listedOn(customerPage, screen, trafficTypeNames.agency_allocate).first();
    await record.getByText('20.00 G').first().waitFor();
    expect(await acts.scrollsSideways()).toBe(false);
  });

  test('customers of agencies and visitors see the nodes and what kinds there are', async () => {
    await customerPage.goto(`${new URL(customerPage.url()).origin}/#/agents`);
    await acts.heading(nodeListTexts.title).waitFor();
    await customerPage.getByRole('region', { name: nodeListTexts.kinds }).waitFor();
    expect(await acts.scrollsSideways()).toBe(false);
  });

  test('an admin finds both sides of the gift among all records', async () => {
    page = await journey.enter(screen, boss, '/all_traffic_records');
    await heading(allRecordsTexts.title).waitFor();
    await page.getByLabel(allRecordsTexts.type, { exact: true }).selectOption('agency_allocate');
    await listedOn(page, screen, customer).first().waitFor();
    await listedOn(page, screen, agent.email).filter({ hasText: '−20.00 G' }).first().waitFor();
    expect(await scrollsSideways()).toBe(false);
  });
});
