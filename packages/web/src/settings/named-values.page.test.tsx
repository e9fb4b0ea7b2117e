import { settingsCalls as calls } from '@skyport/contract/settings';
import type { SettingName } from '@skyport/contract/settings-table';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { rowOf as tableRow } from '../testing/user-actions.ts';
import { texts as formTexts } from '../ui/schema-form/texts.ts';
import { payInstance } from './pay-instances/testing.ts';
import { payInstanceTexts } from './pay-instances/texts.ts';
import { changes, state } from './testing.ts';
import { accountId, labelOf, openSettings as open } from './testing-page.tsx';
import { historyTexts, sectionTexts, texts } from './texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../ui/window-frame.tsx';

const NOBODY = accountId(9);
const dialog = () => within(screen.getByRole('dialog'));
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: texts.save });
const section = (name: keyof typeof sectionTexts) => within(screen.getByRole('region', { name: sectionTexts[name] }));
const confirmSave = async (): Promise<void> => {
  await userEvent.click(saveButton());
  await screen.findByText(texts.saveTitle);
  await userEvent.click(dialog().getByRole('button', { name: texts.save }));
};
const chooser = (name: SettingName): HTMLInputElement =>
  screen.getByRole<HTMLInputElement>('combobox', { name: labelOf(name) });
const search = (name: SettingName, text: string): Promise<void> => userEvent.type(chooser(name), text);
const choose = async (email: string): Promise<void> =>
  userEvent.click(await screen.findByRole('option', { name: email }));

test('who hears of alarms is searched for by e-mail among the admins; the id is what is saved', async () => {
  const fake = await open();
  await search('admin_id', 'lin@');
  expect(await screen.findByText(formTexts.notFound)).toBeDefined();
  await userEvent.clear(chooser('admin_id'));
  await search('admin_id', 'boss');
  await choose('boss@example.com');
  await userEvent.click(saveButton());
  expect((await screen.findByRole('dialog')).textContent).toContain('空 → boss@example.com');
  await userEvent.click(dialog().getByRole('button', { name: texts.save }));
  await screen.findByText(texts.saved.text);
  expect(fake.inputsOf(calls.setConfig)).toMatchObject([{ admin_id: accountId(1) }]);
  expect(chooser('admin_id').value).toBe('boss@example.com');
});

test('operations staff are searched for by e-mail, shown by it, and taken off; ids are what is saved', async () => {
  const fake = await open({ ...state, yunying_list: `${accountId(2)}\n${NOBODY}` });
  const staff = section('channels');
  expect(await staff.findByText('lin@example.com')).toBeDefined();
  expect(await staff.findByText(texts.someone)).toBeDefined();
  await search('yunying_list', 'wu');
  await choose('wu@example.com');
  await userEvent.click(saveButton());
  expect((await screen.findByRole('dialog')).textContent).toContain(
    `lin@example.com、${texts.someone} → lin@example.com、${texts.someone}、wu@example.com`,
  );
  expect(document.body.textContent).not.toContain(accountId(2));
  await userEvent.click(dialog().getByRole('button', { name: texts.save }));
  await screen.findByText(texts.saved.text);
  expect(fake.inputsOf(calls.setConfig)).toMatchObject([
    { yunying_list: [accountId(2), NOBODY, accountId(3)].join('\n') },
  ]);
  await userEvent.type(chooser('yunying_list'), '{Backspace}{Backspace}');
  await confirmSave();
  await waitFor(() => expect(fake.inputsOf(calls.setConfig)[1]).toMatchObject({ yunying_list: accountId(2) }));
});

test('payment channels and accounts are called by their names in the history and in its question', async () => {
  const fake = await open({ ...state, alipay: payInstance.name });
  const [last] = changes;
  const made = [
    { name: 'alipay', before: 'epay_v1_gone', after: payInstance.name },
    { name: 'usdt', before: 'usdt', after: '' },
    { name: 'admin_id', before: '', after: accountId(1) },
  ];
  fake.answer(calls.history, () => ({ changes: [{ ...last!, changes: made }], total: 1 }));
  await userEvent.click(await screen.findByRole('radio', { name: texts.tabs.history }));
  const row = await tableRow(texts.version(7));
  await waitFor(() => expect(row.textContent).toContain(`${labelOf('alipay')} 已删除的通道 → ${payInstance.label}`));
  expect(row.textContent).toContain(`${labelOf('usdt')} ${payInstanceTexts.ownAddresses} → 空`);
  await waitFor(() => expect(row.textContent).toContain(`${labelOf('admin_id')} 空 → boss@example.com`));
  await userEvent.click(within(row).getByRole('button', { name: historyTexts.undo }));
  const question = await screen.findByRole('dialog');
  expect(question.textContent).toContain(`${labelOf('alipay')} ${payInstance.label} → 已删除的通道`);
  expect(document.body.textContent).not.toMatch(/epay_v1_/);
});

/** The question whether the page is left. */
