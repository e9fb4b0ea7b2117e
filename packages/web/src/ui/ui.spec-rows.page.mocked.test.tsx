import { accountsCalls } from '@skyport/contract/accounts';
import { CallError } from '@skyport/contract/client';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { callServer } from '../api/index.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { CopyButton } from './copy-button.tsx';
import { DropdownItem } from './dropdown-items.tsx';
import { Dropdown } from './dropdown.tsx';
import { QrModal } from './qr-modal.tsx';
import { showToast, toast } from './toasts.ts';

// The test's browser has no canvas to draw on.
const drawn = vi.hoisted(() => [] as { text: string; options: unknown; size: readonly number[] }[]);
vi.mock('qrcode', () => ({
  toCanvas: async (canvas: HTMLCanvasElement, text: string, options: unknown) =>
    void drawn.push({ text, options, size: [canvas.width, canvas.height] }),
}));

/** What runs down while a toast is there. */
const timeOf = (shown: HTMLElement): HTMLElement | null | undefined =>
  shown.closest('.Toastify__toast')?.querySelector<HTMLElement>('.Toastify__progress-bar--animated');

/** A visitor who asked for less motion, with the page in front of them, until the test ends. */
const stillPage = (): void => {
  const { matchMedia } = window;
  const asked = vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const answer = matchMedia.call(window, query);
    if (query.includes('reduced-motion')) Object.defineProperty(answer, 'matches', { value: true });
    return answer;
  });
  const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  onTestFinished(() => {
    asked.mockRestore();
    focus.mockRestore();
  });
};

test('the QR code is drawn on a canvas of 200 by 200, and the window can be closed', async () => {
  const closed = vi.fn<() => void>();
  showPage(<QrModal opened onClose={closed} title="标题" description="说明" text="https://h/x" />);
  const dialog = await screen.findByRole('dialog', { name: '标题' });
  expect(within(dialog).getByText('说明')).toBeTruthy();
  await waitFor(() => expect(drawn).toHaveLength(1));
  expect(drawn[0]).toMatchObject({ text: 'https://h/x', options: { width: 200 }, size: [200, 200] });
  await userEvent.click(within(dialog).getByRole('button', { name: '关闭' }));
  expect(closed).toHaveBeenCalledOnce();
});

test('a dropdown opens by its button and closes by a click elsewhere', async () => {
  showPage(
    <>
      <Dropdown target={<button type="button">打开</button>}>
        <DropdownItem>一项</DropdownItem>
      </Dropdown>
      <p>别处</p>
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: '打开' }));
  expect(screen.getByRole('menuitem', { name: '一项' })).toBeTruthy();
  await userEvent.click(screen.getByText('别处'));
  expect(screen.queryByRole('menuitem')).toBeNull();
});

test('copying says that it worked, or that it did not', async () => {
  vi.stubGlobal('isSecureContext', true);
  onTestFinished(() => void vi.unstubAllGlobals());
  const user = userEvent.setup();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => write.mockRestore());
  showPage(<CopyButton text="abc">复制</CopyButton>);
  await user.click(screen.getByRole('button', { name: '复制' }));
  expect(await screen.findByText('已复制到剪切板')).toBeTruthy();
  expect(write).toHaveBeenLastCalledWith('abc');
  write.mockRejectedValue(new Error('refused'));
  document.execCommand = () => false;
  await user.click(screen.getByRole('button', { name: '复制' }));
  expect(await screen.findByText('复制失败')).toBeTruthy();
});

test('toasts stand at the top right, light, several at once, for five seconds unless said otherwise', async () => {
  expect([toast('a').ms, toast('b', 2000).ms]).toEqual([5000, 2000]);
  showPage(null);
  showToast(toast('第一条'));
  showToast(toast('第二条', 2000), 'error');
  const first = await screen.findByText('第一条');
  const second = await screen.findByText('第二条');
  expect([...document.querySelectorAll('.Toastify__toast')].map((one) => one.textContent.slice(0, 3))).toEqual([
    '第一条',
    '第二条',
  ]);
  expect(first.closest('.Toastify__toast-container--top-right')).toBeTruthy();
  expect(second.closest('.Toastify__toast-theme--light.Toastify__toast--error')).toBeTruthy();
  const seconds = (shown: HTMLElement): string | undefined => timeOf(shown)?.style.animationDuration;
  expect([seconds(first), seconds(second)]).toEqual(['5000ms', '2000ms']);
  // The test's browser moves nothing; this is how one tells that the time is over.
  fireEvent.animationEnd(timeOf(second)!);
  await waitFor(() => expect(second.closest('.Toastify__bounce-exit--top-right')).toBeTruthy());
  expect(first.closest('.Toastify__bounce-exit--top-right')).toBeNull();
});

test('a toast stays while somebody points at it, and goes when it is closed', async () => {
  stillPage();
  showPage(null);
  showToast(toast('稍等', 300));
  const shown = await screen.findByText('稍等');
  expect(timeOf(shown)?.style.animationPlayState).toBe('running');
  await userEvent.hover(shown);
  expect(timeOf(shown)?.style.animationPlayState).toBe('paused');
  await userEvent.unhover(shown);
  expect(timeOf(shown)?.style.animationPlayState).toBe('running');
  expect(screen.getByRole('status').textContent).toContain('稍等');
  await userEvent.click(screen.getByRole('button', { name: '关闭提示' }));
  await waitFor(() => expect(screen.queryByText('稍等')).toBeNull());
});

test('a failed network is code 502 without data', async () => {
  fakeServer().unplug();
  const failed = await callServer(accountsCalls.logout, {}).catch((problem: unknown) => problem);
  expect(failed).toBeInstanceOf(CallError);
  expect(failed).toMatchObject({ code: 502, msg: '网络错误' });
  expect((failed as CallError).data).toBeUndefined();
});
