import { texts as home } from '@skyport/web/subscription/texts';
import type { Locator, Page } from 'playwright-core';
import type { Screen } from './browser.ts';
import { until } from './until.ts';

/** A part of a page, or a page. */
type Part = Page | Locator;

/** What somebody does at the page before them, and looks for there, by the texts on the screen. */
export interface PageActs {
  press(button: string, inside?: Part): Promise<void>;
  /** A field by its label. */
  field(label: string, inside?: Part): Locator;
  fill(label: string, text: string, inside?: Part): Promise<void>;
  dialog(title: string): Locator;
  /** Waits until a window is closed. */
  gone(title: string): Promise<void>;
  /** Waits for a text, as a toast or in the page. */
  said(text: string): Promise<void>;
  /** The title of a page. */
  heading(title: string): Locator;
  /** Waits for the start page of whoever is logged in. */
  atHome(): Promise<void>;
  /** The part of the address behind its #, with it. */
  route(): string;
  /** Goes back as a gesture does. */
  back(): Promise<void>;
  /** Waits until so many windows can be closed by going back. */
  entries(count: number): Promise<void>;
  scrollsSideways(): Promise<boolean>;
}

/** Acts at the page that is before somebody at that moment. */
export const actsAt = (page: () => Page): PageActs => {
  const field = (label: string, inside: Part = page()): Locator => inside.getByLabel(label, { exact: true });
  const dialog = (title: string): Locator => page().getByRole('dialog', { name: title, exact: true });
  return {
    press: (button, inside = page()) => inside.getByRole('button', { name: button, exact: true }).click(),
    field,
    fill: (label, text, inside = page()) => field(label, inside).fill(text),
    dialog,
    gone: (title) => dialog(title).waitFor({ state: 'hidden' }),
    said: (text) => page().getByText(text, { exact: true }).first().waitFor(),
    heading: (title) => page().getByRole('heading', { level: 1, name: title, exact: true }),
    atHome: () => page().getByRole('heading', { name: home.permanentTitle }).waitFor(),
    route: () => new URL(page().url()).hash,
    // The call must have returned before the page goes.
    back: () => page().evaluate<void>('void setTimeout(() => history.back())'),
    entries: async (count) => {
      const lying = () => page().evaluate('history.state?.windows ?? 0');
      await until(`${count} entries of windows`, async () => (await lying()) === count);
    },
    scrollsSideways: () =>
      page().evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth'),
  };
};

/** What a list shows of one thing: a row at a desk, a card on a phone. */
export const listedOn = (page: Page, screen: Screen, text: string): Locator =>
  page.getByRole(screen.phone ? 'listitem' : 'row').filter({ hasText: text });

/** Chooses an action of the menu of a row. */
export const chooseAction = async (row: Locator, action: string): Promise<void> => {
  await row.getByRole('button', { name: /^更多操作/ }).click();
  await row.page().getByRole('menuitem', { name: action, exact: true }).click();
};
