import { rulesCalls as calls, type RuleSet, type RulesState } from '@skyport/contract/rules';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { draftKey } from '../device/own-storage.ts';
import { hasUnsaved } from '../device/unsaved.ts';
import { type FakeServer, fakeServer, refusal } from '../testing/fake-server.ts';
import { press } from '../testing/user-actions.ts';
import { showPage } from '../testing/show-page.tsx';
import { commonTexts } from '../ui/common-texts.ts';
import RulesPage from './rules.page.tsx';
import { rules, state } from './testing.ts';
import { changeTexts, groupTexts, historyTexts, listTexts, previewTexts, texts } from './texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../ui/window-frame.tsx';

const STORED = draftKey('rules');

/** A server that keeps what is saved. */
const keeper = (start: RulesState = state): FakeServer => {
  let current = start;
  const next = (given: RuleSet, isDefault: boolean): RulesState => {
    current = { ...current, version: current.version + 1, rules: given, isDefault };
    return current;
  };
  return fakeServer()
    .answer(calls.get, () => current)
    .answer(calls.save, (input) => next(input.rules, false))
    .answer(calls.restore, () => next(rules, true));
};

const tab = async (name: string) => userEvent.click(await screen.findByRole('radio', { name }));
const rowOf = async (name: string): Promise<HTMLElement> => {
  const rows = await screen.findAllByRole('row');
  const row = rows.find((one) => one.textContent?.startsWith(name));
  if (!row) throw new Error(`no row ${name}`);
  return row;
};
const inRow = async (name: string, button: string) =>
  userEvent.click(within(await rowOf(name)).getByRole('button', { name: button }));
const names = async (): Promise<(string | null | undefined)[]> =>
  (await screen.findAllByRole('row')).slice(1).map((row) => within(row).getAllByRole('cell')[0]?.textContent);
const buttonState = (name: string): boolean => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
const dialog = () => within(screen.getByRole('dialog'));

const saveAll = async (): Promise<void> => {
  await press(texts.save);
  await screen.findByText(texts.saveTitle);
  await userEvent.click(dialog().getByRole('button', { name: texts.save }));
  await screen.findByText(texts.saved.text);
};

test('groups are shown in their order with the labels of their members; nothing can be saved yet', async () => {
  keeper();
  showPage(<RulesPage />);
  expect((await rowOf('国外媒体')).textContent).toContain('手动选择节点选择、日本、新加坡节点、除以下地区：中国');
  expect(await names()).toEqual(['节点选择', '自动选择', '国外媒体', '漏网之鱼']);
  expect([texts.save, texts.undo, texts.discard].map(buttonState)).toEqual([true, true, true]);
  expect(buttonState(texts.reset)).toBe(false);
});

test('an order is changed, taken back, and saved after a question that names the change', async () => {
  const fake = keeper();
  showPage(<RulesPage />);
  await inRow('自动选择', texts.up);
  expect(await names()).toEqual(['自动选择', '节点选择', '国外媒体', '漏网之鱼']);
  await press(texts.undo);
  expect(await names()).toEqual(['节点选择', '自动选择', '国外媒体', '漏网之鱼']);
  expect(screen.queryByText(texts.unsaved)).toBeNull();
  await inRow('国外媒体', texts.up);
  await press(texts.save);
  expect(await screen.findByText('调整分组顺序')).toBeDefined();
  await userEvent.click(dialog().getByRole('button', { name: texts.save }));
  expect(await screen.findByText(texts.saved.text)).toBeDefined();
  const [saved] = fake.inputsOf(calls.save);
  expect([saved?.base, saved?.rules.groups.map(({ id }) => id)]).toEqual([2, ['select', 'media', 'auto', 'final']]);
  await waitFor(() => expect(screen.queryByText(texts.unsaved)).toBeNull());
  expect(await screen.findByText(texts.version(3))).toBeDefined();
});

test('a group is made of lines of countries and of another group', async () => {
  const fake = keeper();
  showPage(<RulesPage />);
  await press(groupTexts.add);
  const confirm = () => dialog().getByRole<HTMLButtonElement>('button', { name: commonTexts.confirm });
  expect(await screen.findByText(groupTexts.nameNeeded)).toBeDefined();
  await userEvent.type(dialog().getByLabelText(groupTexts.columns.zh), '游戏');
  await userEvent.type(dialog().getByLabelText(groupTexts.columns.en), 'Games');
  const add = dialog().getByLabelText(groupTexts.addMember);
  await userEvent.selectOptions(add, groupTexts.countries);
  expect(confirm().disabled).toBe(true);
  await userEvent.type(dialog().getByLabelText(groupTexts.codes), 'jp hk');
  expect(dialog().getByText(/日本、香港/)).toBeDefined();
  await userEvent.selectOptions(add, '自动选择');
  await userEvent.click(dialog().getByRole('button', { name: groupTexts.upMember('自动选择') }));
  await userEvent.click(confirm());
  expect((await rowOf('游戏')).textContent).toContain('自动选择、日本、香港节点');
  await saveAll();
  expect(fake.inputsOf(calls.save)[0]?.rules.groups.at(-1)).toEqual({
    id: 'g1',
    zh: '游戏',
    en: 'Games',
    type: 'select',
    members: [{ group: 'auto' }, { countries: ['JP', 'HK'] }],
  });
});

test('entries of a list are checked while they are typed, and tidied', async () => {
  const fake = keeper();
  showPage(<RulesPage />);
  await tab(texts.tabs.lists);
  expect((await rowOf('流媒体')).textContent).toContain('流媒体国外媒体2');
  await inRow('流媒体', texts.edit);
  const suffixes = await screen.findByLabelText('域名后缀');
  await userEvent.clear(suffixes);
  await userEvent.type(suffixes, '*.hulu.com');
  expect(await screen.findByText('“*.hulu.com”：不要写 *，域名后缀已包含所有子域名')).toBeDefined();
  expect(dialog().getByRole<HTMLButtonElement>('button', { name: commonTexts.confirm }).disabled).toBe(true);
  await userEvent.clear(suffixes);
  await userEvent.type(suffixes, '.Hulu.com{enter}{enter}netflix.com');
  expect(screen.getByText(`${listTexts.perLine} · ${listTexts.count(2)}`)).toBeDefined();
  await userEvent.click(dialog().getByRole('button', { name: commonTexts.confirm }));
  await press(texts.save);
  expect(await screen.findByText('规则“流媒体”：新增 1 条，删除 0 条')).toBeDefined();
  await userEvent.click(dialog().getByRole('button', { name: texts.save }));
  await screen.findByText(texts.saved.text);
  expect(fake.inputsOf(calls.save)[0]?.rules.lists[0]).toMatchObject({
    id: 'media',
    suffixes: ['hulu.com', 'netflix.com'],
    domains: ['www.youtube.com'],
  });
});

test('what a client would refuse is said, and can neither be previewed nor saved', async () => {
  keeper();
  showPage(<RulesPage />);
  await userEvent.selectOptions(await screen.findByLabelText(texts.main), '国外媒体');
  expect(await screen.findByText(texts.problems(1))).toBeDefined();
  expect(screen.getByText(/主分组“国外媒体”必须包含全部节点/)).toBeDefined();
  expect([texts.save, texts.preview].map(buttonState)).toEqual([true, true]);
});

test('a list may not refuse the host of the links', async () => {
  keeper();
  showPage(<RulesPage />);
  await tab(texts.tabs.lists);
  await press(listTexts.add);
  await userEvent.type(await screen.findByLabelText(listTexts.columns.zh), '拦截');
  await userEvent.selectOptions(dialog().getByLabelText(listTexts.target), groupTexts.builtins.reject);
  await userEvent.type(dialog().getByLabelText('完整域名'), 'sub.example.com');
  await userEvent.click(dialog().getByRole('button', { name: commonTexts.confirm }));
  expect(await screen.findByText('规则“拦截”：会拦截订阅域名 sub.example.com')).toBeDefined();
});

test('a group that goes leaves no traces, and the main one cannot go', async () => {
  keeper();
  showPage(<RulesPage />);
  const remove = async (name: string) => {
    await userEvent.click(within(await rowOf(name)).getByLabelText(/^更多操作/));
    return screen.findByRole<HTMLButtonElement>('menuitem', { name: texts.delete });
  };
  expect((await remove('节点选择')).disabled).toBe(true);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await remove('自动选择'));
  expect(await screen.findByText(groupTexts.deleteText('自动选择'))).toBeDefined();
  await press('确认');
  await waitFor(async () => expect(await names()).toEqual(['节点选择', '国外媒体', '漏网之鱼']));
  expect((await rowOf('节点选择')).textContent).not.toContain('自动选择');
});

test('a preview asks for what is being edited and shows the document with what was left out', async () => {
  const fake = keeper().answer(calls.preview, ({ kind }) => ({
    text: `document of ${kind}`,
    bytes: 1234,
    emptyGroups: ['回国线路'],
    emptyLists: [],
    strayLists: ['甲', '乙'],
  }));
  showPage(<RulesPage />);
  await inRow('国外媒体', texts.up);
  await press(texts.preview);
  expect(await screen.findByText('document of mjclash')).toBeDefined();
  expect(screen.getByText(previewTexts.emptyGroups('回国线路'))).toBeDefined();
  expect(screen.getByText(previewTexts.strayLists('甲、乙'))).toBeDefined();
  expect(screen.getByText(/\b1 K/)).toBeDefined();
  await userEvent.selectOptions(screen.getByLabelText(previewTexts.kind), 'singbox');
  await userEvent.click(screen.getByLabelText(previewTexts.switches.inForeign));
  expect(await screen.findByText('document of singbox')).toBeDefined();
  const last = fake.inputsOf(calls.preview).at(-1);
  expect(last).toMatchObject({ kind: 'singbox', switches: { inForeign: true, inXinjiang: false, useEnglish: false } });
  expect(last?.rules.groups.map(({ id }) => id)).toEqual(['select', 'media', 'auto', 'final']);
});

test('the default and a version of the past come back after a question', async () => {
  const fake = keeper();
  showPage(<RulesPage />);
  await press(texts.reset);
  expect(await screen.findByText(texts.resetText)).toBeDefined();
  await userEvent.click(dialog().getByRole('button', { name: texts.reset }));
  expect(await screen.findByText(texts.restored.text)).toBeDefined();
  await tab(texts.tabs.history);
  expect((await rowOf(texts.version(1))).textContent).toContain(historyTexts.nobody);
  await inRow(texts.version(1), historyTexts.restore);
  expect(await screen.findByText(historyTexts.restoreText(1))).toBeDefined();
  await userEvent.click(dialog().getByRole('button', { name: historyTexts.restore }));
  await waitFor(() =>
    expect(fake.inputsOf(calls.restore)).toEqual([
      { base: 2, version: null },
      { base: 3, version: 1 },
    ]),
  );
});

test('whether QUIC is refused is changed with the lists, and named before it is saved', async () => {
  const fake = keeper();
  showPage(<RulesPage />);
  await tab(texts.tabs.lists);
  const refused = await screen.findByRole<HTMLInputElement>('switch', { name: texts.refusesQuic });
  expect(refused.checked).toBe(true);
  await userEvent.click(refused);
  await press(texts.save);
  expect(await screen.findByText(changeTexts.quic(false))).toBeDefined();
  await userEvent.click(dialog().getByRole('button', { name: texts.save }));
  await screen.findByText(texts.saved.text);
  expect(fake.inputsOf(calls.save).at(-1)?.rules).toEqual({ ...rules, carriesQuic: true });
});

test('changes wait while another page is looked at, and are unsaved work there, too', async () => {
  keeper();
  showPage(<RulesPage />);
  await inRow('国外媒体', texts.up);
  await screen.findByText(texts.unsaved);
  cleanup();
  expect(JSON.parse(sessionStorage.getItem(STORED) ?? '{}')).toMatchObject({ base: 2 });
  expect(hasUnsaved()).toBe(true);
});

test('what was changed back to what the server has is no unsaved work, here or elsewhere', async () => {
  keeper();
  showPage(<RulesPage />);
  await inRow('自动选择', texts.up);
  await inRow('自动选择', texts.down);
  await waitFor(() => expect(screen.queryByText(texts.unsaved)).toBeNull());
  cleanup();
  expect(hasUnsaved()).toBe(false);
});

test('a draft is unsaved work: neither a session that ends nor a log-out takes it silently', async () => {
  keeper();
  showPage(<RulesPage />);
  await inRow('国外媒体', texts.up);
  await screen.findByText(texts.unsaved);
  expect(hasUnsaved()).toBe(true);
  await press(texts.discard);
  await press('确认');
  await waitFor(() => expect(hasUnsaved()).toBe(false));
});

test('a draft from before is taken up again, and given up after a question', async () => {
  keeper();
  sessionStorage.setItem(STORED, JSON.stringify({ base: 2, rules: { ...rules, groups: rules.groups.toReversed() } }));
  showPage(<RulesPage />);
  expect(await names()).toEqual(['漏网之鱼', '国外媒体', '自动选择', '节点选择']);
  await press(texts.discard);
  await press('确认');
  await waitFor(async () => expect((await names())[0]).toBe('节点选择'));
  expect(sessionStorage.getItem(STORED)).toBeNull();
});

test('whoever was overtaken by a colleague is told, and decides', async () => {
  const fake = keeper();
  sessionStorage.setItem(STORED, JSON.stringify({ base: 1, rules: { ...rules, groups: rules.groups.toReversed() } }));
  showPage(<RulesPage />);
  expect(await screen.findByText(texts.staleTitle)).toBeDefined();
  expect(buttonState(texts.save)).toBe(true);
  await press(texts.overwrite);
  await saveAll();
  expect(fake.inputsOf(calls.save)[0]?.base).toBe(2);
});

test('whoever is overtaken while they save is told by the page, loses nothing, and decides', async () => {
  const fake = keeper();
  showPage(<RulesPage />);
  await inRow('国外媒体', texts.up);
  fake.answer(calls.save, () => refusal('conflict')).answer(calls.get, () => ({ ...state, version: 3 }));
  await press(texts.save);
  await userEvent.click(dialog().getByRole('button', { name: texts.save }));
  expect(await screen.findByText(texts.staleTitle)).toBeDefined();
  expect(screen.queryByText(new RegExp(texts.saveFailed.text))).toBeNull();
  expect(await names()).toEqual(['节点选择', '国外媒体', '自动选择', '漏网之鱼']);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press(texts.overwrite);
  expect(screen.queryByText(texts.staleTitle)).toBeNull();
  fake.answer(calls.save, ({ rules: saved }) => ({ ...state, version: 4, rules: saved }));
  await saveAll();
  expect(fake.inputsOf(calls.save).at(-1)?.base).toBe(3);
});

test('a refusal of the server is told with its reason, and the changes stay', async () => {
  keeper().answer(calls.save, () => refusal('fault', null, '内容已被修改'));
  showPage(<RulesPage />);
  await inRow('国外媒体', texts.up);
  await press(texts.save);
  await userEvent.click(dialog().getByRole('button', { name: texts.save }));
  expect(await screen.findByText(/^保存失败:内容已被修改/)).toBeDefined();
  expect(screen.getByText(texts.unsaved)).toBeDefined();
});

test('a window with changes is not closed without a question', async () => {
  keeper();
  showPage(<RulesPage />);
  await inRow('国外媒体', texts.edit);
  await userEvent.type(await screen.findByLabelText(groupTexts.columns.zh), '！');
  await press(commonTexts.cancel);
  expect(await screen.findByText(commonTexts.leaveText)).toBeDefined();
  await press(commonTexts.leave);
  await waitFor(() => expect(screen.queryByText(groupTexts.editTitle)).toBeNull());
  expect(await names()).toEqual(['节点选择', '自动选择', '国外媒体', '漏网之鱼']);
  await tab(texts.tabs.lists);
  await inRow('流媒体', texts.edit);
  await screen.findByLabelText('域名后缀');
  await press(commonTexts.cancel);
  await waitFor(() => expect(screen.queryByText(listTexts.editTitle)).toBeNull());
});
