import { CallError } from '@skyport/contract/client';
import type { StepUpChallenge } from '@skyport/contract/step-up';
import { secondStepCalls } from '@skyport/contract/second-step';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { hashPassword } from '../device/password.ts';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { press } from '../testing/user-actions.ts';
import { showPage } from '../testing/show-page.tsx';
import { toast } from '../ui/toasts.ts';
import { Window } from '../ui/window.tsx';
import { callServer } from './client.ts';
import { texts } from './texts.ts';
import { useChange } from './use-change.ts';

const row = secondStepCalls.removeSecondStep;
const id = '01970000-0000-7000-8000-000000000001';
const text = texts.stepUp;

const Page = (): ReactNode => {
  const [isOpen, setOpen] = useState(true);
  const change = useChange(row, { done: toast('成功'), failed: toast('失败') });
  return (
    <>
      <Window opened={isOpen} onClose={() => setOpen(false)} title="表单">
        <button onClick={() => void change.run({ id })}>保存</button>
      </Window>
      {!isOpen && <p>表单已关闭</p>}
    </>
  );
};

/** A server that lets in whoever gives the answer, for the rest of the test. */
const guarded = (right: string, asked: StepUpChallenge) => {
  let passed = false;
  let left = 5;
  const given: unknown[] = [];
  const server = fakeServer().answer(row, (_input, confirm) => {
    if (passed) return {};
    if (confirm === undefined) return refusal('stepUpNeeded', asked);
    given.push(confirm);
    passed = confirm === right;
    return passed ? {} : refusal('stepUpNeeded', { ...asked, left: (left -= 1) });
  });
  return { server, given };
};

test('the password is asked for, sent as its hash, and the call goes on as if nothing had been asked', async () => {
  const { server, given } = guarded(hashPassword('sesam'), { means: 'password' });
  showPage(<Page />);
  await press('保存');
  const field = await screen.findByLabelText(text.password);
  await waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.type(field, 'falsch{Enter}');
  expect(await screen.findByText(text.left(text.wrong.password, 4))).toBeTruthy();
  await userEvent.type(await screen.findByLabelText(text.password), 'sesam{Enter}');
  expect(await screen.findByText('成功')).toBeTruthy();
  await waitFor(() => expect(screen.queryByLabelText(text.password)).toBeNull());
  expect(given).toEqual([hashPassword('falsch'), hashPassword('sesam')]);
  expect(server.inputsOf(row)).toHaveLength(3);
});

test('whoever has a second step is asked for six digits', async () => {
  const { given } = guarded('123456', { means: 'code' });
  showPage(<Page />);
  await press('保存');
  const field = await screen.findByLabelText(text.code);
  await userEvent.type(field, '12345{Enter}');
  expect(await screen.findByText(text.empty.code)).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, '123 456{Enter}');
  expect(await screen.findByText('成功')).toBeTruthy();
  expect(given).toEqual(['123456']);
});

test.each([
  ['the button', () => press(text.cancel)],
  ['Escape', () => userEvent.keyboard('{Escape}')],
])('%s closes this window only, and nothing more is said', async (_by, cancel) => {
  const { server } = guarded('', { means: 'password' });
  showPage(<Page />);
  await press('保存');
  await screen.findByLabelText(text.password);
  await cancel();
  await waitFor(() => expect(screen.queryByLabelText(text.password)).toBeNull());
  expect(screen.queryByText('失败')).toBeNull();
  expect(screen.queryByText('表单已关闭')).toBeNull();
  expect(server.inputsOf(row)).toHaveLength(1);
});

test('two calls at once are asked for once', async () => {
  const { server, given } = guarded('123456', { means: 'code' });
  showPage(<p>页面</p>);
  const both = Promise.all([callServer(row, { id }), callServer(row, { id })]);
  await userEvent.type(await screen.findByLabelText(text.code), '123456{Enter}');
  await act(async () => expect(await both).toEqual([{}, {}]));
  expect(given).toEqual(['123456']);
  expect(server.inputsOf(row)).toHaveLength(4);
});

test('what the server refuses after a right answer closes the window and reaches the page', async () => {
  fakeServer().answer(row, (_input, confirm) =>
    confirm === undefined ? refusal('stepUpNeeded', { means: 'code' }) : refusal('notFound'),
  );
  showPage(<Page />);
  await press('保存');
  await userEvent.type(await screen.findByLabelText(text.code), '123456{Enter}');
  expect(await screen.findByText('失败')).toBeTruthy();
  await waitFor(() => expect(screen.queryByLabelText(text.code)).toBeNull());
});

test('says in the window that a code was used already', async () => {
  const used = '验证码已使用过，请等待应用显示下一个验证码';
  fakeServer().answer(row, (_input, confirm) =>
    confirm === undefined
      ? refusal('stepUpNeeded', { means: 'code' })
      : refusal('stepUpNeeded', { means: 'code' }, used),
  );
  showPage(<Page />);
  await press('保存');
  await userEvent.type(await screen.findByLabelText(text.code), '123456{Enter}');
  expect(await screen.findByText(used)).toBeTruthy();
});

test.each(['code', 'password'] as const)('a refused %s leaves the focus in the field', async (means) => {
  guarded('', { means });
  showPage(<Page />);
  await press('保存');
  await userEvent.type(await screen.findByLabelText(text[means]), '123456');
  await press(text.submit);
  await screen.findByText(text.left(text.wrong[means], 4));
  expect(document.activeElement).toBe(screen.getByLabelText(text[means]));
});

test('too many tries are said in the window, which stays', async () => {
  const told = '尝试次数过多，请 15 分钟后再试';
  fakeServer().answer(row, (_input, confirm) =>
    confirm === undefined ? refusal('stepUpNeeded', { means: 'code' }) : refusal('throttled', null, told),
  );
  showPage(<p>页面</p>);
  const call = callServer(row, { id }).catch((problem: unknown) => problem);
  await userEvent.type(await screen.findByLabelText(text.code), '123456{Enter}');
  expect(await screen.findByText(told)).toBeTruthy();
  await press(text.cancel);
  expect(await call).toBeInstanceOf(CallError);
});
