import { accountsCalls } from '@skyport/contract/accounts';
import { firstPasswordCalls as calls } from '@skyport/contract/first-password';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { press } from '../testing/user-actions.ts';
import SetPasswordPage from './set-password.page.tsx';
import { texts } from './texts.ts';

const type = async (password: string, confirm = password): Promise<void> => {
  await userEvent.type(await screen.findByLabelText(texts.fields.password), password);
  await userEvent.type(screen.getByLabelText(texts.fields.confirm), confirm);
  await press(texts.setPassword.submit);
};

test('a customer sets a password by the link, and is led home', async () => {
  const server = fakeServer()
    .answer(calls.firstPasswordOf, () => ({ email: 'chen@example.com' }))
    .answer(calls.setFirstPassword, () => ({}))
    .answer(accountsCalls.userInfo, () => sampleUser);
  showPage(<SetPasswordPage />, '/set_password?code=abc');
  expect(await screen.findByText(texts.setPassword.hint('chen@example.com'))).toBeDefined();
  expect(screen.getByText(texts.passwordHint)).toBeDefined();
  await type('short');
  expect(await screen.findByText('密码长度至少8位')).toBeDefined();
  expect(server.inputsOf(calls.setFirstPassword)).toEqual([]);
  await type('-and-longer', '-and-longer');
  await waitFor(() => expect(window.location.hash).toBe('#/'));
  expect(server.inputsOf(calls.setFirstPassword)).toEqual([
    { code: 'abc', password: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
});

test('a link that was used or is too old says so, before and after it was filled in', async () => {
  const server = fakeServer().answer(calls.firstPasswordOf, () => refusal('notFound'));
  showPage(<SetPasswordPage />, '/set_password?code=old');
  expect(await screen.findByText(texts.setPassword.dead)).toBeDefined();
  expect(server.inputsOf(calls.setFirstPassword)).toEqual([]);
});

test('a link that ends meanwhile says so', async () => {
  fakeServer()
    .answer(calls.firstPasswordOf, () => ({ email: 'chen@example.com' }))
    .answer(calls.setFirstPassword, () => refusal('notFound'));
  showPage(<SetPasswordPage />, '/set_password?code=abc');
  await type('long-enough');
  expect(await screen.findByText(texts.setPassword.dead)).toBeDefined();
});
