import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { showPage } from '../testing/show-page.tsx';
import { press } from '../testing/user-actions.ts';
import { FormButtons } from './form-buttons.tsx';

const Sending = ({ sent }: { readonly sent: Promise<void> }): ReactNode => {
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    await sent;
    setBusy(false);
  };
  return (
    <main>
      <input aria-label="名称" />
      <FormButtons cancel="取消" submit="保存" onCancel={() => undefined} onSubmit={() => void send()} busy={busy} />
    </main>
  );
};

test('the button that was pressed has the focus again once the form is sent', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  showPage(<Sending sent={promise} />);
  await press('保存');
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '保存' });
  expect(button.disabled).toBe(true);
  // Browsers leave a disabled button without the focus.
  const field = screen.getByLabelText('名称');
  field.focus();
  field.blur();
  expect(document.activeElement).toBe(document.body);
  resolve();
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('focus that the person moved on meanwhile stays where it is', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  showPage(<Sending sent={promise} />);
  await press('保存');
  const field = screen.getByLabelText('名称');
  await userEvent.click(field);
  resolve();
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: '保存' }).disabled).toBe(false));
  expect(document.activeElement).toBe(field);
});
