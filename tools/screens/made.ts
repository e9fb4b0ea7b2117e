import type { BuiltCall } from '@skyport/contract/call';
import { codes, type CodeName } from '@skyport/contract/codes';
import type { Page } from 'playwright-core';
import type { Scene } from './scenes.ts';

/** What a call answers in one scene only, whatever the weather. */
export interface Given {
  readonly path: string;
  readonly answer: object;
}

/** A call's answer in one scene: its data, held against its row of the contract, or a refusal. */
export const given = (row: BuiltCall, data: unknown, code: CodeName = 'ok'): Given => ({
  path: row.path,
  answer: { ...codes[code], data: code === 'ok' ? row.output.parse(data) : data },
});

/** A call's refusal in one scene in words of its own. */
export const refusedWith = (row: BuiltCall, code: CodeName, msg: string, data: unknown = null): Given => ({
  path: row.path,
  answer: { ...codes[code], msg, data },
});

interface Further extends Pick<Scene, 'given' | 'agent' | 'served' | 'act'> {
  readonly weather?: Scene['weather'];
}

/** A scene; the weather is `data` unless said otherwise. */
export const made = (
  name: string,
  route: string,
  viewer: Scene['viewer'],
  { weather = 'data', ...further }: Further = {},
): Scene => ({ name, route, viewer, weather, ...further });

/** Presses the first button of the page itself that has just these words. */
export const press = async (page: Page, name: string): Promise<void> =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click();

/** Of which row: how many rows before it have such a button, and its name, by which its menu is found. */
interface RowOf {
  readonly before?: number;
  readonly row?: string;
}

/** Presses a row's button; where there is room for one a row only, it is chosen from the row's menu. */
export const pressOfRow = async (page: Page, name: string, { before = 0, row = '' }: RowOf = {}): Promise<void> => {
  const main = page.getByRole('main');
  const button = main.getByRole('button', { name, exact: true }).nth(before);
  if ((await button.count()) > 0) return button.click();
  await main
    .getByRole('button', { name: new RegExp(`^更多操作：.*${row}`) })
    .first()
    .click();
  return page.getByRole('menuitem', { name, exact: true }).click();
};

/** Waits for the window or the menu that was asked for: its code may have to be fetched first. */
export const opened = (page: Page): Promise<void> =>
  page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor();

/** Presses what opens a window, and waits for it. */
export const open =
  (label: string) =>
  async (page: Page): Promise<void> => {
    await press(page, label);
    await opened(page);
  };

/** A password that every page takes. */
export const PASSWORD = 'hunter2hunter2';

/** Chooses from the menu of the first row, and waits for the window. */
export const choose =
  (action: string) =>
  async (page: Page): Promise<void> => {
    await page
      .getByRole('button', { name: /^更多操作/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
    await page.getByRole('dialog').waitFor();
  };
