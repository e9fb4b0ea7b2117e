import { texts as accountTexts } from '@skyport/web/accounts/texts';
import { texts as couponTexts } from '@skyport/web/coupons/texts';
import { texts } from '@skyport/web/subscription/texts';
import type { Page } from 'playwright-core';
import { clipboardOf, emptyClipboard } from './browser.ts';
import { typeNewAccount } from './log-in.ts';
import { until } from './until.ts';

/** A customer at the console: everything by clicking, found by the texts on the screen. */

/** Signs up and waits until the countdown has led home. */
export const register = async (page: Page, email: string, password: string): Promise<void> => {
  await page.goto('/#/register');
  const { register: registerTexts } = accountTexts;
  await typeNewAccount(page, { email, password });
  await page.getByRole('button', { name: registerTexts.submit, exact: true }).click();
  await page.getByText(registerTexts.done).waitFor();
  await page.getByRole('heading', { name: texts.permanentTitle }).waitFor();
};

/** Redeems a coupon in its window. */
export const redeem = async (page: Page, code: string): Promise<void> => {
  await page.getByRole('button', { name: couponTexts.title }).first().click();
  const window = page.getByRole('dialog', { name: couponTexts.title });
  await window.getByLabel(couponTexts.label, { exact: true }).fill(code);
  await window.getByRole('button', { name: couponTexts.confirm, exact: true }).click();
  await window.waitFor({ state: 'hidden' });
};

/** Opens the menu of a client on its platform's tab. */
const openMenu = async (page: Page, platform: string, client: string): Promise<void> => {
  // The radio itself is hidden behind its label.
  await page.getByRole('radiogroup', { name: texts.platform }).getByText(platform, { exact: true }).click();
  await page
    .getByRole('button', { name: `${client} ${texts.subscribe}` })
    .first()
    .click();
};

/** Presses the copying of a client's subscription link. */
export const pressCopyLink = async (page: Page, platform: string, client: string): Promise<void> => {
  await openMenu(page, platform, client);
  await page.getByRole('menuitem', { name: texts.copy }).click();
};

/** Copies the subscription link of a client and gives what is in the clipboard then. */
export const copyLink = async (page: Page, platform: string, client: string): Promise<string> => {
  await emptyClipboard(page);
  await pressCopyLink(page, platform, client);
  return until('the link to be copied', async () => (await clipboardOf(page)) || undefined);
};

/** Resets the subscription link, with the question that comes first. */
export const resetLink = async (page: Page, platform: string, client: string): Promise<void> => {
  await openMenu(page, platform, client);
  await page.getByRole('menuitem', { name: texts.reset }).click();
  const question = page.getByRole('dialog', { name: texts.resetTitle });
  await question.getByText(texts.resetText).waitFor();
  await question.getByRole('button', { name: texts.resetConfirm }).click();
  await page.getByText(texts.resetDone.text).waitFor();
};

/** Permanent traffic that the dashboard says is left, in GB with two decimals. */
export const shownTraffic = async (page: Page): Promise<string> => {
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: texts.permanentTitle }) });
  const text = await card.innerText();
  return /\d+\.\d\d/.exec(text)?.[0] ?? text;
};
