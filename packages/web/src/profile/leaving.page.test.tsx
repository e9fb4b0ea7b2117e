import { accountsCalls } from '@skyport/contract/accounts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { goTo } from '../device/page-history.ts';
import type { FakeServer } from '../testing/fake-server.ts';
import { sampleUser } from '../testing/samples.ts';
import { press } from '../testing/user-actions.ts';
import { commonTexts } from '../ui/common-texts.ts';
import { serveProfile, showProfile } from './testing.tsx';

let calls: FakeServer;
beforeEach(() => {
  calls = serveProfile();
});

const leaving = () => screen.findByRole('dialog', { name: commonTexts.unsaved });
const answer = async (name: string): Promise<void> =>
  userEvent.click(within(await leaving()).getByRole('button', { name }));

test('the profile asks before changes are lost with the page', async () => {
  await showProfile();
  await userEvent.click(screen.getByLabelText('国外订阅'));
  act(() => goTo('/windows_errors'));
  await answer('取消');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.hash).toBe('#/user_info');
  expect(screen.getByLabelText('国外订阅')).toHaveProperty('checked', true);
  act(() => goTo('/windows_errors'));
  await answer(commonTexts.leave);
  await waitFor(() => expect(window.location.hash).toBe('#/windows_errors'));
});

test.each([
  ['changed back', () => userEvent.click(screen.getByLabelText('国外订阅'))],
  [
    'saved',
    async () => {
      calls.answer(accountsCalls.userInfo, () => ({ ...sampleUser, in_foreign: true }));
      await press('保存更改');
      await screen.findByText('修改资料成功');
    },
  ],
])('the profile asks nothing once what was changed is %s', async (_what, settle) => {
  await showProfile();
  await userEvent.click(screen.getByLabelText('国外订阅'));
  await settle();
  act(() => goTo('/windows_errors'));
  await waitFor(() => expect(window.location.hash).toBe('#/windows_errors'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
