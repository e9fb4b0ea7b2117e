import { noticesCalls } from '@skyport/contract/notices';
import { payInstanceCalls } from '@skyport/contract/pay-instances';
import { settingsCalls as calls } from '@skyport/contract/settings';
import { rowOf, settingNames } from '@skyport/contract/settings-rules';
import type { SettingName } from '@skyport/contract/settings-table';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { writeCookie } from '../device/cookies.ts';
import { draftKey } from '../device/own-storage.ts';
import { goTo } from '../device/page-history.ts';
import { hasUnsaved } from '../device/unsaved.ts';
import { useHost } from '../notices/index.ts';
import { sampleHost } from '../testing/samples.ts';
import { refusal } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { press, rowOf as tableRow } from '../testing/user-actions.ts';
import { commonTexts } from '../ui/common-texts.ts';
import SettingsPage from './settings.page.tsx';
import { payInstance } from './pay-instances/testing.ts';
import { labelOf, openSettings as open } from './testing-page.tsx';
import { changes, state } from './testing.ts';
import { historyTexts, sectionTexts, testTexts, texts } from './texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../ui/window-frame.tsx';

const STORED = draftKey('settings');
/** A switch is called by its label and its help. */
const inputsIn = (
  place: Pick<typeof screen, 'getAllByRole' | 'getAllByLabelText'>,
  name: SettingName,
): readonly HTMLInputElement[] =>
  rowOf(name).kind === 'flag'
    ? place.getAllByRole<HTMLInputElement>('switch', { name: new RegExp(`^${labelOf(name)} `) })
    : place.getAllByLabelText<HTMLInputElement>(labelOf(name));
const input = (name: SettingName): HTMLInputElement => inputsIn(screen, name)[0]!;
/** Fills an input in at once: letter by letter, hundred fields take their time. */
const type = async (name: SettingName, text: string): Promise<void> =>
  void fireEvent.change(input(name), { target: { value: text } });
const dialog = () => within(screen.getByRole('dialog'));
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: texts.save });
const section = (name: keyof typeof sectionTexts) => within(screen.getByRole('region', { name: sectionTexts[name] }));
const confirmSave = async (): Promise<void> => {
  await userEvent.click(saveButton());
  await screen.findByText(texts.saveTitle);
  await userEvent.click(dialog().getByRole('button', { name: texts.save }));
};

test('every setting stands in its section with its label, and says what it may be', async () => {
  await open();
  for (const name of settingNames) expect(inputsIn(section(rowOf(name).section), name).length).toBeGreaterThan(0);
  expect(screen.getByText(/^0 到 1,000,000，整数；默认 200 M$/)).toBeDefined();
  const { min, max } = input('channelRewardRate');
  expect([min, max]).toEqual(['0.05', '0.5']);
  expect(saveButton().disabled).toBe(true);
});

test('what was changed is shown before it is saved, and only that is sent', async () => {
  const fake = await open();
  await type('signUseRewardTraffic', '300');
  await userEvent.click(input('notice_mark_red'));
  expect(await screen.findByText(texts.changed(2))).toBeDefined();
  await userEvent.click(saveButton());
  const list = within(await screen.findByRole('dialog')).getAllByRole('listitem');
  expect(list.map(({ textContent }) => textContent)).toEqual([
    `${labelOf('signUseRewardTraffic')} 200 M → 300 M`,
    `${labelOf('notice_mark_red')} 关闭 → 开启`,
  ]);
  await userEvent.click(dialog().getByRole('button', { name: texts.save }));
  expect(await screen.findByText(texts.saved.text)).toBeDefined();
  expect(fake.inputsOf(calls.setConfig)).toEqual([
    { signUseRewardTraffic: 300, notice_mark_red: true, version: 7, clear: [] },
  ]);
  await waitFor(() => expect(screen.queryByText(/项未保存/)).toBeNull());
  expect(screen.getByText(texts.version(8))).toBeDefined();
});

test('what is typed back to what is saved is no change', async () => {
  await open();
  await type('site_name', '海港');
  expect(saveButton().disabled).toBe(false);
  await type('site_name', '天港');
  expect(saveButton().disabled).toBe(true);
  await waitFor(() => expect(hasUnsaved()).toBe(false));
});

test.each<[SettingName, string, string]>([
  ['push_min', '0', '最低转赠流量应在 1 到 100000 之间'],
  ['push_min', '', '最低转赠流量应为数字'],
  ['site_name', '', '站点名称不能为空'],
  ['preferDomain', 'https://x.example', '推荐域名应为域名，不含 http:// 和路径'],
])('%s cannot be “%s”: that is said at the field, and nothing is sent', async (name, text, problem) => {
  const fake = await open();
  await type(name, text);
  expect(await screen.findByText(problem)).toBeDefined();
  await userEvent.click(saveButton());
  await waitFor(() => expect(document.activeElement).toBe(input(name)));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(fake.inputsOf(calls.setConfig)).toEqual([]);
});

test('settings that contradict each other are refused at one of them', async () => {
  await open();
  await userEvent.click(input('s3_on'));
  expect(await section('files').findByText('使用对象存储时对象存储地址不能为空')).toBeDefined();
  await userEvent.click(input('s3_on'));
  await waitFor(() => expect(screen.queryByText('使用对象存储时对象存储地址不能为空')).toBeNull());
});

const leaving = () => screen.findByRole('dialog', { name: commonTexts.unsaved });
const answer = async (name: string): Promise<void> =>
  userEvent.click(within(await leaving()).getByRole('button', { name }));
const openAfter = async (before: string): Promise<void> => {
  writeCookie('token', 'a token of somebody');
  await open(undefined, before);
  act(() => goTo('/admin_config'));
  await type('smtp_password', 'new secret');
  // The page has an entry of its own in the history, that going back comes to first.
  await waitFor(() => expect(window.history.state).toMatchObject({ windows: 1 }));
};

test('what only the server knows is said at its field, too, until that is changed', async () => {
  const fake = await open();
  const msg = '没有这个渠道';
  fake.answer(calls.setConfig, () => refusal('invalidPayload', { field: 'default_channel_code' }, msg));
  await type('default_channel_code', 'NOSUCH');
  await confirmSave();
  expect(await section('channels').findByText(msg)).toBeDefined();
  expect(await screen.findByText(`${texts.saveFailed.text}${msg}`)).toBeDefined();
  expect(input('default_channel_code').value).toBe('NOSUCH');
  await type('default_channel_code', 'SPRING-1');
  await waitFor(() => expect(section('channels').queryByText(msg)).toBeNull());
});

test('a typed secret is lost with the page only after a question, whichever way the page is left', async () => {
  await openAfter('/before');
  act(() => goTo('/admin_jobs'));
  await leaving();
  expect(window.location.hash).toBe('#/admin_config');
  await answer('取消');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(input('smtp_password').value).toBe('new secret');
  act(() => window.history.back());
  await leaving();
  await answer('取消');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.hash).toBe('#/admin_config');
  act(() => goTo('/admin_jobs'));
  await answer(commonTexts.leave);
  await waitFor(() => expect(window.location.hash).toBe('#/admin_jobs'));
});

test('whoever goes back in spite of the question comes to the page before', async () => {
  await openAfter('/before');
  act(() => window.history.back());
  await answer(commonTexts.leave);
  await waitFor(() => expect(window.location.hash).toBe('#/before'));
});

test('nothing is asked on the way from what is kept: other changes, a saved secret, another search here', async () => {
  writeCookie('token', 'a token of somebody');
  await open();
  await type('site_name', '海港');
  act(() => goTo('/admin_jobs'));
  await waitFor(() => expect(window.location.hash).toBe('#/admin_jobs'));
  act(() => goTo('/admin_config'));
  await type('smtp_password', 'new secret');
  act(() => goTo('/admin_config?find=smtp'));
  await waitFor(() => expect(window.location.hash).toBe('#/admin_config?find=smtp'));
  await confirmSave();
  await waitFor(() => expect(saveButton().disabled).toBe(true));
  act(() => goTo('/admin_jobs'));
  await waitFor(() => expect(window.location.hash).toBe('#/admin_jobs'));
  expect(screen.queryByRole('dialog', { name: commonTexts.unsaved })).toBeNull();
});

test('a secret is never shown: it is replaced by what is typed, or taken away', async () => {
  const fake = await open();
  expect(input('smtp_password').value).toBe('');
  expect(section('mail').getByText(texts.secretSet)).toBeDefined();
  await type('smtp_password', 'new secret');
  expect(sessionStorage.getItem(STORED) ?? '').not.toContain('new secret');
  await userEvent.click(saveButton());
  expect((await screen.findByRole('dialog')).textContent).toContain('发信密码 已设置 → 已更换');
  await userEvent.click(dialog().getByRole('button', { name: texts.save }));
  await screen.findByText(texts.saved.text);
  expect(input('smtp_password').value).toBe('');
  await userEvent.click(section('mail').getByRole('button', { name: texts.clear }));
  expect(section('mail').getByText(texts.secretCleared)).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await confirmSave();
  await waitFor(() => expect(section('mail').getByText(texts.secretNone)).toBeDefined());
  expect(fake.inputsOf(calls.setConfig)).toEqual([
    { smtp_password: 'new secret', version: 7, clear: [] },
    { version: 8, clear: ['smtp_password'] },
  ]);
});

test('restoring reads what is saved again, after a question when something would be lost', async () => {
  const fake = await open();
  await type('site_name', '海港');
  await press(texts.restore);
  expect(await screen.findByText(texts.restoreText)).toBeDefined();
  await userEvent.click(dialog().getByRole('button', { name: texts.restore }));
  expect(await screen.findByText(texts.restored.text)).toBeDefined();
  expect(input('site_name').value).toBe('天港');
  expect(fake.inputsOf(calls.get).length).toBeGreaterThan(1);
  expect(fake.inputsOf(calls.setConfig)).toEqual([]);
});

test('a step-up is asked for and given, and then the change is saved', async () => {
  const fake = await open();
  const saved = { ...state, preferDomain: 'best.example', version: 8 };
  fake.answer(calls.setConfig, (_input, confirm) =>
    confirm === undefined ? refusal('stepUpNeeded', { means: 'code' }) : saved,
  );
  await type('preferDomain', 'best.example');
  await confirmSave();
  await userEvent.type(await screen.findByLabelText('动态验证码'), '123456{Enter}');
  expect(await screen.findByText(texts.saved.text)).toBeDefined();
});

test('whoever was overtaken is told by whom and in what, loses nothing, and goes on', async () => {
  const fake = await open();
  await type('contact_info', '客服');
  await type('site_name', '海港');
  const newer = { ...state, contact_info: '新客服', version: 8 };
  fake
    .answer(calls.setConfig, () => refusal('conflict'))
    .answer(calls.get, () => newer)
    .answer(payInstanceCalls.instances, () => [payInstance])
    .answer(calls.history, () => ({
      changes: [
        {
          ...changes[0]!,
          _id: '01970000-0000-7000-8051-000000000008',
          version: 8,
          by: 'lin@example.com',
          changes: [{ name: 'contact_info', before: state.contact_info, after: '新客服' }],
        },
        ...changes,
      ],
      total: 4,
    }));
  // Newer browsers answer with a promise, which an effect must not pass on.
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as never);
  await confirmSave();
  const alert = await screen.findByRole('alert', { name: texts.staleTitle });
  expect(await within(alert).findByText(/lin@example\.com/)).toBeDefined();
  expect(seen.mock.contexts).toContain(alert);
  expect(within(alert).getByRole('listitem').textContent).toBe(
    `联系方式 ${state.contact_info} → 新客服 ${texts.staleMine}`,
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // The page says it better than a toast beside it.
  expect(screen.queryByText(new RegExp(texts.saveFailed.text))).toBeNull();
  expect([input('contact_info').value, input('site_name').value]).toEqual(['客服', '海港']);
  expect(saveButton().disabled).toBe(true);
  await press(texts.staleKeep);
  expect(screen.queryByRole('alert', { name: texts.staleTitle })).toBeNull();
  fake.answer(calls.setConfig, () => ({ ...newer, contact_info: '客服', site_name: '海港', version: 9 }));
  await confirmSave();
  await screen.findByText(texts.saved.text);
  expect(screen.queryByRole('alert', { name: texts.staleTitle })).toBeNull();
  expect(fake.inputsOf(calls.setConfig).at(-1)).toEqual({
    contact_info: '客服',
    site_name: '海港',
    version: 8,
    clear: [],
  });
});

test('what somebody takes back themselves overtakes none of their other changes', async () => {
  const fake = await open();
  await type('site_name', '海港');
  await userEvent.click(screen.getByRole('radio', { name: texts.tabs.history }));
  const undone = { ...state, contact_info: '', version: 8 };
  fake.answer(calls.setConfig, () => undone).answer(calls.get, () => undone);
  await userEvent.click(within(await tableRow(texts.version(7))).getByRole('button', { name: historyTexts.undo }));
  await screen.findByRole('dialog');
  await userEvent.click(dialog().getByRole('button', { name: historyTexts.undo }));
  await screen.findByText(texts.undone.text);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('radio', { name: texts.tabs.settings }));
  expect(input('site_name').value).toBe('海港');
  expect(screen.queryByRole('alert', { name: texts.staleTitle })).toBeNull();
  expect(saveButton().disabled).toBe(false);
});

test('changes outlive the page and count as unsaved work elsewhere', async () => {
  await open();
  await type('site_name', '海港');
  cleanup();
  expect(hasUnsaved()).toBe(true);
  showPage(<SettingsPage />, '/admin_config');
  await waitFor(() => expect(input('site_name').value).toBe('海港'));
});

test('settings are found by label, name or help, also from the address', async () => {
  await open(undefined, '/admin_config?find=smtp_port');
  expect(input('smtp_port')).toBeDefined();
  expect(screen.queryByLabelText(labelOf('site_name'))).toBeNull();
  const search = screen.getByLabelText(texts.search);
  await userEvent.clear(search);
  await userEvent.type(search, '没有这样的设置');
  expect(await screen.findByText(texts.nothingFound)).toBeDefined();
});

test.each([
  [{ problem: null, detail: 'boss@example.com' }, testTexts.done.mail('boss@example.com')],
  [{ problem: 'login' as const, detail: 'EAUTH 535' }, '账号、密码或密钥不正确（EAUTH 535）'],
  [{ problem: 'off' as const, detail: '' }, testTexts.problems.off],
  [{ problem: 'endpoints' as const, detail: 'BEP20' }, '有节点无法使用（BEP20）'],
])('a test of the mail settings says what came of it: %j', async (outcome, said) => {
  const fake = await open();
  fake.answer(calls.test, () => outcome);
  expect(section('mail').getByText(testTexts.mailOn)).toBeDefined();
  await press(testTexts.run.mail);
  expect(await screen.findByText(said)).toBeDefined();
  expect(fake.inputsOf(calls.test)).toEqual([{ part: 'mail' }]);
});

test('only what is saved is tried out', async () => {
  await open();
  await type('smtp_host', 'mail.example');
  const button = section('mail').getByRole<HTMLButtonElement>('button', { name: testTexts.run.mail });
  expect(button.disabled).toBe(true);
  expect(section('mail').getByText(testTexts.unsaved)).toBeDefined();
  expect(section('files').getByRole<HTMLButtonElement>('button', { name: testTexts.run.files }).disabled).toBe(false);
  expect(section('sales').getByRole<HTMLButtonElement>('button', { name: testTexts.run.usdt }).disabled).toBe(false);
});

test('the history says who changed what, and takes a change back', async () => {
  const fake = await open(undefined, '/admin_config?tab=history');
  const newest = await tableRow(texts.version(7));
  expect(newest.textContent).toContain('admin@example.com');
  expect(newest.textContent).toContain('发信密码 已设置 → 已更换');
  expect((await tableRow(texts.version(6))).textContent).toContain(historyTexts.undoes(5));
  const oldest = await tableRow('2026-11-18');
  expect(oldest.textContent).toContain(texts.someone);
  // Nobody knows a secret of the past.
  const undoOldest = within(oldest).getByRole('button', { name: historyTexts.undo });
  expect([undoOldest.getAttribute('aria-disabled'), undoOldest.title]).toEqual(['true', historyTexts.onlySecrets]);
  await userEvent.click(undoOldest);
  expect(await screen.findByText(historyTexts.onlySecrets)).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(within(newest).getByRole('button', { name: historyTexts.undo }));
  expect((await screen.findByRole('dialog')).textContent).toContain(`联系方式 ${state.contact_info} → 空`);
  await userEvent.click(dialog().getByRole('button', { name: historyTexts.undo }));
  expect(await screen.findByText(texts.undone.text)).toBeDefined();
  expect(fake.inputsOf(calls.setConfig)).toEqual([{ contact_info: '', version: 7, undoes: 7, clear: [] }]);
});

test('whoever was overtaken takes a change back from what is saved now', async () => {
  const fake = await open();
  await userEvent.click(await screen.findByRole('radio', { name: texts.tabs.history }));
  const undo = async (): Promise<void> => {
    const newest = within(await tableRow(texts.version(7)));
    await userEvent.click(newest.getByRole('button', { name: historyTexts.undo }));
    await userEvent.click(dialog().getByRole('button', { name: historyTexts.undo }));
  };
  fake.answer(calls.setConfig, () => refusal('conflict')).answer(calls.get, () => ({ ...state, version: 8 }));
  await undo();
  await waitFor(() => expect(fake.inputsOf(calls.get)).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await undo();
  await waitFor(() => expect(fake.inputsOf(calls.setConfig)[1]).toMatchObject({ version: 8, undoes: 7 }));
});

test('a scale that charges nothing says so before it is saved', async () => {
  await open();
  await type('traffic_spend_scale', '0');
  await press(texts.save);
  expect((await screen.findByRole('dialog')).textContent).toContain(`1 倍 → 0 倍（${texts.free.traffic_spend_scale}）`);
});

const SiteName = () => <p>{useHost()?.site_name}</p>;

test('a saved name of the site stands on the page at once', async () => {
  const fake = await open(undefined, undefined, <SiteName />);
  await screen.findByText('天港');
  await type('site_name', '北岸');
  fake.answer(noticesCalls.hostGet, () => ({ ...sampleHost, site_name: '北岸' }));
  await confirmSave();
  expect(await screen.findByText('北岸', { selector: 'p' })).toBeDefined();
});
