import { CouponForm, couponTypeNames } from '@skyport/contract/coupons';
import { fieldMeta } from '@skyport/contract/form';
import { EntryForm } from '@skyport/contract/nodes-entries';
import { LineForm } from '@skyport/contract/nodes-lines';
import { NodeForm } from '@skyport/contract/nodes';
import { GIB } from '@skyport/contract/units';
import { texts as accountTexts } from '@skyport/web/accounts/texts';
import { texts as apiTexts } from '@skyport/web/api/texts';
import { texts as shellTexts } from '@skyport/web/app/texts';
import { texts as couponTexts } from '@skyport/web/coupons/admin-texts';
import { enrolTexts } from '@skyport/web/nodes/enrol-texts';
import { entryTexts, joinTexts, lineTexts, nodeTexts } from '@skyport/web/nodes/texts';
import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { consolePages } from '../tools/console-pages.ts';
import { fillForm, type Entered } from './forms.ts';
import { passStepUp, typeNewAccount } from './log-in.ts';
import type { Site } from './site.ts';
import { nodeOf, type Plan, type PlannedLine } from './site-plan.ts';

/** An operator at the console: everything by clicking, found by the texts on the screen. */

/** What whoever sits at a page has chosen as a password. */
const passwords = new WeakMap<Page, string>();

/** Opens the printed link and becomes the first admin; gives the password. */
export const setUpAdmin = async (page: Page, link: string, email: string): Promise<string> => {
  await page.goto(link);
  const password = randomBytes(9).toString('base64url');
  passwords.set(page, password);
  await typeNewAccount(page, { email, password });
  await page.getByRole('button', { name: accountTexts.setup.submit }).click();
  await page.getByRole('button', { name: nodeTexts.add }).waitFor();
  return password;
};

/** Goes to a page of the back office by the menu, which a phone opens first. Throws for a tab that no page has. */
export const openTab = async (page: Page, tab: string): Promise<void> => {
  const title = consolePages.find((one) => one.tab?.name === tab)?.title;
  if (title === undefined) throw new Error(`no page has the tab ${tab}`);
  const menu = page.getByRole('navigation', { name: shellTexts.names.staff });
  const link = menu.getByRole('link', { name: title, exact: true });
  const closed = menu.getByRole('button', { expanded: false });
  const opener = page.getByRole('banner').getByRole('button', { name: shellTexts.menu, exact: true });
  await opener.or(menu).first().waitFor();
  if (await opener.isVisible()) await opener.click();
  await menu.getByRole('button').first().waitFor();
  while (!(await link.isVisible())) await closed.first().click();
  await link.click();
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
};

/** Answers a step-up: gives the password once more where the console asks for it before a window opens. */
const answerStepUp = async (page: Page, opening: Locator): Promise<void> => {
  const stepUp = page.getByRole('dialog', { name: apiTexts.stepUp.title });
  await stepUp.or(opening).first().waitFor();
  if (!(await stepUp.isVisible())) return;
  await passStepUp(page, passwords.get(page) ?? '');
  await stepUp.waitFor({ state: 'hidden' });
};

/** The row of a list, or the card on a phone, that has this text. */
export const rowOf = (page: Page, text: string): Locator =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: text }).first();

/** Makes a node; missing fields keep the form's defaults. */
export const makeNode = async (
  page: Page,
  { type, country, panel_networks, ...others }: Partial<Plan['nodes'][number]>,
): Promise<void> => {
  await openTab(page, 'admin_agents');
  await page.getByRole('button', { name: nodeTexts.add }).click();
  // The type comes first, because it fills in other fields.
  const entries = {
    ...(type && { type }),
    ...(country && { country: country.name }),
    ...(panel_networks && { panel_networks: panel_networks.join('\n') }),
    ...others,
  } as Record<string, Entered>;
  await fillForm(page, nodeTexts.add, NodeForm, entries);
};

/** Opens the window with which a node joins. */
export const openJoinWindow = async (page: Page, node: string): Promise<Locator> => {
  await rowOf(page, node).getByRole('button', { name: nodeTexts.join, exact: true }).click();
  const window = page.getByRole('dialog', { name: joinTexts.title(node) });
  await answerStepUp(page, window);
  return window;
};

/** Makes a node and lets its agent join with the code that the window shows. */
export const addNode = async (page: Page, site: Site, index: number): Promise<void> => {
  const form = nodeOf(site.plan, index);
  await makeNode(page, form);
  const window = await openJoinWindow(page, form.name);
  const code = await window.getByLabel(enrolTexts.code, { exact: true }).innerText();
  await site.join(index, code.trim());
  await window.getByText(enrolTexts.joined, { exact: true }).waitFor();
  await window.getByText(enrolTexts.close, { exact: true }).click();
  await window.waitFor({ state: 'hidden' });
};

/** Makes the entry of the plan. */
export const addEntry = async (page: Page, { plan }: Site): Promise<void> => {
  await openTab(page, 'admin_entrys');
  await page.getByRole('button', { name: entryTexts.add }).click();
  const { name, ip } = plan.entry;
  await fillForm(page, entryTexts.add, EntryForm, { name, ip });
  await rowOf(page, name).waitFor();
};

/** Makes one line of the plan. */
export const addLine = async (
  page: Page,
  { plan }: Pick<Site, 'plan'>,
  { node, viaEntry, form }: PlannedLine,
): Promise<void> => {
  await openTab(page, 'admin_agentLines');
  await page.getByRole('button', { name: lineTexts.add }).click();
  const { protocol, ...others } = form;
  const entries: Record<string, Entered> = {
    agentID: nodeOf(plan, node).name,
    protocol,
    bridge: fieldMeta(LineForm.shape.bridge)?.choices?.[viaEntry ? 'report' : 'none'] ?? '',
    ...(viaEntry && { entryID: plan.entry.name }),
    ...(others as Record<string, Entered>),
  };
  await fillForm(page, lineTexts.add, LineForm, entries);
  await rowOf(page, form.name).waitFor();
};

/** Makes the coupon of the plan; its expiry stays as the form proposes it. */
export const addCoupon = async (page: Page, { plan }: Pick<Site, 'plan'>): Promise<void> => {
  const { name, type, code, traffic = 0 } = plan.coupon;
  await openTab(page, 'admin_coupon');
  await page.getByRole('button', { name: couponTexts.add, exact: true }).click();
  const entries = { name, type: couponTypeNames[type], traffic: traffic / GIB, code };
  await fillForm(page, couponTexts.addTitle, CouponForm, entries);
  await rowOf(page, code).waitFor();
};
