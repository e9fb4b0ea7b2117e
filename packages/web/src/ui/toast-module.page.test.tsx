import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { showPage } from '../testing/show-page.tsx';
import { texts } from './toast-texts.ts';
import { showToast, toast } from './toasts.ts';

const saved = toast('已保存', 20_000);

test('the same words stand once, and are said again when they come again', async () => {
  showPage(null);
  showToast(saved, 'success');
  const first = await screen.findByText(saved.text);
  showToast(saved, 'success');
  await waitFor(() => expect(screen.getByText(saved.text)).not.toBe(first));
  showToast(toast('网络错误', 20_000), 'error');
  showToast({ ...saved, detail: '线路 香港 01' }, 'success');
  await screen.findByText('线路 香港 01');
  expect(screen.getAllByRole('status')).toHaveLength(2);
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

test('words that come again while they are on their way out come when they have left', async () => {
  showPage(null);
  showToast(saved, 'success');
  const first = await screen.findByRole('status');
  await userEvent.click(within(first).getByRole('button', { name: texts.close }));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  showToast(saved, 'success');
  expect(screen.getAllByText(saved.text)).toHaveLength(1);
  fireEvent.animationEnd(first);
  expect(await screen.findByRole('status')).not.toBe(first);
  expect(screen.getAllByText(saved.text)).toHaveLength(1);
});
