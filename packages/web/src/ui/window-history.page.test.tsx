import { field } from '@skyport/contract/form';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { Link, Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { hasWindows } from '../device/open-windows.ts';
import { goTo } from '../device/page-history.ts';
import { showPage } from '../testing/show-page.tsx';
import { press } from '../testing/user-actions.ts';
import { commonTexts } from './common-texts.ts';
import { useConfirm } from './confirm.tsx';
import { FormWindow } from './schema-form/form-window.tsx';
import { Window } from './window.tsx';
// Loaded on first use by the page; a test does not wait for the disk.
import './schema-form/form-frame.tsx';

const Schema = z.object({ name: field('名称', z.string()) });

/** A page with a window that has a question and a link in it, and with a form. */
const Page = (): ReactNode => {
  const [opened, setOpened] = useState(false);
  const [form, setForm] = useState<{ name: string }>();
  const { ask, dialog } = useConfirm();
  return (
    <main>
      <h1>第一页</h1>
      <button onClick={() => setOpened(true)}>打开</button>
      <button onClick={() => setForm({ name: '' })}>填写</button>
      <Window opened={opened} onClose={() => setOpened(false)} title="窗口">
        <button onClick={() => ask({ title: '问题', text: '真的？', run: async () => undefined })}>提问</button>
        <button onClick={() => setOpened(false)}>收起</button>
        <Link to="/second">去第二页</Link>
      </Window>
      <FormWindow
        title="表单"
        schema={Schema}
        fields={[{ name: 'name' }]}
        value={form}
        onSave={async () => true}
        onClose={() => setForm(undefined)}
      />
      {dialog}
    </main>
  );
};

const show = (): void =>
  showPage(
    <Routes>
      <Route path="/first" element={<Page />} />
      <Route path="/second" element={<h1>第二页</h1>} />
      <Route path="*" element={<h1>起点</h1>} />
    </Routes>,
    '/start',
  );

/** Comes to the page from another one, so that going back too far is noticed. */
const arrive = async (): Promise<void> => {
  show();
  await screen.findByText('起点');
  act(() => goTo('/first'));
  await screen.findByText('第一页');
};

/** Waits until as many entries of windows lie on the page as windows are open. */
const entries = (count: number): Promise<void> =>
  waitFor(() => expect((window.history.state as { windows?: number } | null)?.windows ?? 0).toBe(count));

const back = (): void => act(() => window.history.back());

test('going back closes the window and stays on the page', async () => {
  await arrive();
  await press('打开');
  await screen.findByText('提问');
  await entries(1);
  back();
  await waitFor(() => expect(screen.queryByText('提问')).toBeNull());
  expect(window.location.hash).toBe('#/first');
  back();
  await screen.findByText('起点');
});

test('windows above one another close one at a time, by going back and by Escape', async () => {
  await arrive();
  for (const leave of [async () => back(), () => userEvent.keyboard('{Escape}')]) {
    await press('打开');
    await press('提问');
    await screen.findByText('真的？');
    await entries(2);
    await leave();
    await waitFor(() => expect(screen.queryByText('真的？')).toBeNull());
    expect(screen.getByText('提问')).toBeDefined();
    await entries(1);
    await leave();
    await waitFor(() => expect(screen.queryByText('提问')).toBeNull());
    await entries(0);
  }
  expect(window.location.hash).toBe('#/first');
});

test('a window that was closed by its button leaves nothing behind that one has to go back through', async () => {
  await arrive();
  await press('打开');
  await entries(1);
  await press('收起');
  await waitFor(() => expect(hasWindows()).toBe(false));
  back();
  await screen.findByText('起点');
});

test('going forward to a window that is closed changes nothing', async () => {
  await arrive();
  await press('打开');
  await entries(1);
  back();
  await waitFor(() => expect(screen.queryByText('提问')).toBeNull());
  await waitFor(() => expect(hasWindows()).toBe(false));
  act(() => window.history.forward());
  await entries(0);
  expect(screen.queryByText('提问')).toBeNull();
  expect(screen.getByText('第一页')).toBeDefined();
});

test('a link inside a window leads on, and back from there to the page without the window', async () => {
  await arrive();
  await press('打开');
  await entries(1);
  await userEvent.click(await screen.findByText('去第二页'));
  await screen.findByText('第二页');
  expect(window.location.hash).toBe('#/second');
  back();
  await screen.findByText('第一页');
  expect(screen.queryByText('提问')).toBeNull();
  back();
  await screen.findByText('起点');
});

test('going back from a changed form asks what Escape asks, and an unchanged one closes at once', async () => {
  await arrive();
  await press('填写');
  await userEvent.type(await screen.findByLabelText('名称'), '香港');
  await entries(1);
  back();
  expect(await screen.findByText(commonTexts.unsaved)).toBeDefined();
  await entries(2);
  back();
  await waitFor(() => expect(screen.queryByText(commonTexts.unsaved)).toBeNull());
  expect((screen.getByLabelText('名称') as HTMLInputElement).value).toBe('香港');
  await entries(1);
  back();
  await press(commonTexts.leave);
  await waitFor(() => expect(screen.queryByLabelText('名称')).toBeNull());
  await entries(0);
  await press('填写');
  await screen.findByLabelText('名称');
  await entries(1);
  back();
  await waitFor(() => expect(screen.queryByLabelText('名称')).toBeNull());
  expect(window.location.hash).toBe('#/first');
});

test('what opened a window has the focus again when it closes', async () => {
  await arrive();
  const opener = screen.getByRole('button', { name: '打开' });
  for (let time = 0; time < 2; time++) {
    await userEvent.click(opener);
    await userEvent.click(await screen.findByText('收起'));
    await waitFor(() => expect(document.activeElement).toBe(opener));
  }
});
