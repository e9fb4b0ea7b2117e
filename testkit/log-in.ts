import { texts as accounts } from '@skyport/web/accounts/texts';
import { texts as shell } from '@skyport/web/app/texts';
import type { Page } from 'playwright-core';

/** Logs an account in by the form, and waits until its menu is there. */
export const logIn = async (
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> => {
  await page.goto('/#/login');
  await page.getByLabel(accounts.fields.email, { exact: true }).fill(email);
  await page.getByLabel(accounts.fields.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: accounts.login.submit, exact: true }).click();
  await page.getByRole('button', { name: shell.person.menu(email) }).waitFor();
};
