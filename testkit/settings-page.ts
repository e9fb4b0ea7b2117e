import { entriesOf } from '@skyport/contract/settings-formats';
import { rowOf, secretNames } from '@skyport/contract/settings-rules';
import { settingsTable, type SettingName, type Settings } from '@skyport/contract/settings-table';
import { texts as api } from '@skyport/web/api/texts';
import { texts } from '@skyport/web/settings/texts';
import type { Locator, Page } from 'playwright-core';
import type { TestAccount } from './accounts.ts';
import { passStepUp } from './log-in.ts';
import { actsAt } from './page-acts.ts';
import { until } from './until.ts';

/** What an admin types, chooses or switches on the page of settings; an empty secret is taken away. */
export type TypedSettings = Partial<Settings>;

/** The page of settings, before an admin who has been let in. */
export interface SettingsPage {
  /**
   * Changes settings in their inputs, looks for each of them in the difference that is shown, and saves them, with the
   * password where it is asked for.
   */
  change(values: TypedSettings): Promise<void>;
  /** Changes settings, lets somebody look at what they do, and puts them back as they were. */
  changing(values: TypedSettings, look: () => Promise<void>): Promise<void>;
}

const labelOf = (name: SettingName): string => settingsTable[name].label;

const isSecret = (name: SettingName): boolean => secretNames.includes(name);

/** The settings of the page in which `admin` is logged in; it stays on that page. */
export const settingsPage = (page: Page, { actor, password }: TestAccount): SettingsPage => {
  const { press, dialog } = actsAt(() => page);
  const input = (name: SettingName): Locator => page.getByLabel(labelOf(name), { exact: true });

  const turn = async (name: SettingName, on: boolean): Promise<void> => {
    const box = page.getByRole('switch', { name: new RegExp(`^${labelOf(name)} `) });
    // The switch itself is drawn; its text is what a person can hit.
    if ((await box.isChecked()) !== on)
      await page
        .locator('label')
        .filter({ hasText: labelOf(name) })
        .last()
        .click();
  };
  const clearSecret = (name: SettingName): Promise<void> =>
    page
      .locator('div')
      .filter({ has: input(name) })
      .filter({ has: page.getByRole('button', { name: texts.clear, exact: true }) })
      .last()
      .getByRole('button', { name: texts.clear, exact: true })
      .click();
  /** Searches a zone in the list, and takes it. */
  const zone = async (value: string): Promise<void> => {
    await page.getByRole('combobox', { name: labelOf('timezone'), exact: true }).fill(value);
    await page.getByRole('option', { name: value, exact: true }).click();
  };
  /** Takes every account off a list or out of a choice, and searches the wanted ones by their addresses. */
  const people = async (name: SettingName, ids: readonly string[]): Promise<void> => {
    const box = page.getByRole('combobox', { name: labelOf(name), exact: true });
    if (name === 'admin_id') {
      const clear = page.locator('div').filter({ has: box }).last().locator('button');
      if ((await actor.settings.get({})).admin_id !== '') await clear.click();
    } else {
      const kept = entriesOf((await actor.settings.get({})).yunying_list);
      await box.focus();
      for (const _each of kept) await box.press('Backspace');
    }
    for (const id of ids) {
      const { email } = await actor.users.user({ uid: id });
      await box.fill(email);
      await page.getByRole('option', { name: email, exact: true }).click();
    }
  };
  const put = async (name: SettingName, value: string | number | boolean): Promise<void> => {
    if (typeof value === 'boolean') return turn(name, value);
    if (isSecret(name) && value === '') return clearSecret(name);
    if ('serves' in rowOf(name)) return void (await input(name).selectOption(String(value)));
    if (name === 'timezone') return zone(String(value));
    if (name === 'admin_id' || name === 'yunying_list') return people(name, entriesOf(String(value)));
    await input(name).fill(String(value));
  };

  const change = async (values: TypedSettings): Promise<void> => {
    const entries = Object.entries(values) as [SettingName, string | number | boolean][];
    for (const [name, value] of entries) await put(name, value);
    await press(texts.save);
    const question = dialog(texts.saveTitle);
    for (const [name] of entries) await question.getByText(labelOf(name)).first().waitFor();
    await press(texts.save, question);
    const asked = page.getByLabel(api.stepUp.password, { exact: true });
    await until('the settings to be saved', async () => {
      if (await asked.isVisible()) {
        await passStepUp(page, password);
        await asked.waitFor({ state: 'hidden' });
      }
      return !(await question.isVisible());
    });
  };
  return {
    change,
    changing: async (values, look) => {
      const names = Object.keys(values) as SettingName[];
      const before = await actor.settings.get({});
      await change(values);
      await look();
      await change(Object.fromEntries(names.map((name) => [name, before[name]])));
      const after = await actor.settings.get({});
      for (const name of names)
        if (after[name] !== before[name]) throw new Error(`${name} was not put back: ${String(after[name])}`);
    },
  };
};
