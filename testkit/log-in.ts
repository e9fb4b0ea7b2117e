import { texts as accounts } from '@skyport/web/accounts/texts';
import { texts as api } from '@skyport/web/api/texts';
import { texts as shell } from '@skyport/web/app/texts';
import type { Page } from 'playwright-core';
import { anonymous, passwordHash } from './actor.ts';
import type { Panel } from './panel.ts';

/** What somebody types to be let in. */
export interface Entrant {
  readonly email: string;
  readonly password: string;
}

/** Types address and password into the form of the log-in that stands there, and sends it. */
export const sendLogIn = async (page: Page, { email, password }: Entrant): Promise<void> => {
  await page.getByLabel(accounts.fields.email, { exact: true }).fill(email);
  await page.getByLabel(accounts.fields.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: accounts.login.submit, exact: true }).click();
};

/** Logs an account in by the form, and waits until its menu is there. */
export const logIn = async (page: Page, entrant: Entrant): Promise<void> => {
  await page.goto('/#/login');
  await sendLogIn(page, entrant);
  await menuOf(page, entrant.email).waitFor();
};

/**
 * Lets an account in without the form, in whose place a session of its own is given to the browser; whoever was in
 * there before is out. Pages that are open do not hear of it.
 */
export const beginSession = async (page: Page, { email, password }: Entrant, { url }: Pick<Panel, 'url'>) => {
  const actor = anonymous(url);
  await actor.accounts.login({ email, password: passwordHash(password) });
  const cookies = actor.cookies().split('; ');
  await page.context().addCookies(
    cookies.map((pair) => {
      const [name = '', value = ''] = pair.split('=', 2);
      return { name, value, url, httpOnly: name !== 'token', sameSite: 'Lax' as const };
    }),
  );
};

/** The button of the menu that whoever is logged in has. */
export const menuOf = (page: Page, email: string) => page.getByRole('button', { name: shell.person.menu(email) });

/** Logs out by the menu. */
export const logOut = async (page: Page, email: string): Promise<void> => {
  await menuOf(page, email).click();
  await page.getByRole('menuitem', { name: shell.person.logOut }).click();
};

/** Types address and password, and the password again, into a form that makes an account. */
export const typeNewAccount = async (page: Page, { email, password }: Entrant): Promise<void> => {
  const { fields } = accounts;
  await page.getByLabel(fields.email, { exact: true }).fill(email);
  await page.getByLabel(fields.password, { exact: true }).fill(password);
  await page.getByLabel(fields.confirm, { exact: true }).fill(password);
};

/** Gives the password once more where the console asks for it. */
export const passStepUp = async (page: Page, password: string): Promise<void> => {
  const { title, password: label, submit } = api.stepUp;
  const stepUp = page.getByRole('dialog', { name: title, exact: true });
  await stepUp.getByLabel(label, { exact: true }).fill(password);
  await stepUp.getByRole('button', { name: submit, exact: true }).click();
};
