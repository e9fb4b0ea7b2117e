import { fieldMeta } from '@skyport/contract/form';
import { commonTexts } from '@skyport/web/ui/common-texts';
import type { Locator, Page } from 'playwright-core';
import type { z } from 'zod';

/** What a person enters: text, a choice by its shown name, a switch; nothing empties the field. */
export type Entered = string | number | boolean | null;

/**
 * Fills a form the way a person does: finds each field by its label and types, chooses or switches, in the order given.
 * `names` are fields of the contract's schema, which knows the labels. Then confirms and waits until
 * the window is gone.
 */
export const fillForm = async (
  page: Page,
  title: string,
  schema: z.ZodObject,
  entries: Readonly<Record<string, Entered>>,
): Promise<void> => {
  const form = page.getByRole('dialog', { name: title, exact: true });
  await form.waitFor();
  for (const [name, value] of Object.entries(entries)) {
    const part = schema.shape[name] as z.ZodType | undefined;
    const meta = part && fieldMeta(part);
    if (meta === undefined) throw new Error(`the form has no field ${name}`);
    // A choice may be given as it is stored.
    const shown = (typeof value === 'string' && meta.choices?.[value]) || value;
    const input = form.getByLabel(meta.label, { exact: true });
    await openFold(input);
    await enter(page, input, shown);
  }
  await form.getByRole('button', { name: commonTexts.confirm, exact: true }).click();
  await form.waitFor({ state: 'hidden' });
};

/** Opens the folded part of a form that an input lies in. */
const openFold = async (input: Locator): Promise<void> => {
  await input.waitFor({ state: 'attached' });
  const closed = input.locator('xpath=ancestor::details[not(@open)]/summary');
  if ((await closed.count()) > 0) await closed.click();
};

const enter = async (page: Page, input: Locator, value: Entered): Promise<void> => {
  if (typeof value === 'boolean') return input.setChecked(value);
  const text = value === null ? '' : String(value);
  const kind = await input.evaluate(kindOf);
  if (kind === 'SELECT') {
    await input.selectOption({ label: text });
    return;
  }
  await input.fill(text);
  if (kind === 'INPUTlistbox') await page.getByRole('listbox').getByRole('option', { name: text }).first().click();
};

/** Runs in the page, where an element is more than is known here. */
const kindOf = (element: unknown): string => {
  const input = element as { readonly tagName: string; getAttribute(name: string): string | null };
  return input.tagName + (input.getAttribute('aria-haspopup') ?? '');
};
