import { accountsCalls } from '@skyport/contract/accounts';
import { noticesCalls } from '@skyport/contract/notices';
import { secondStepCalls } from '@skyport/contract/second-step';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type FakeServer, fakeServer, refusal } from '../testing/fake-server.ts';
import { sampleHost, sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { Shell } from './shell.tsx';

/** A member of staff who has, or has not, done what the operator requires. */
const staff = (waiting: boolean): FakeServer =>
  fakeServer()
    .answer(noticesCalls.hostGet, () => sampleHost)
    .answer(noticesCalls.list, () => [])
    .answer(accountsCalls.myPermissions, () => [])
    .answer(secondStepCalls.secondStep, () => ({ since: null, recoveryLeft: 0, required: true }))
    .answer(accountsCalls.userInfo, () => ({
      ...sampleUser,
      type: 'yunying' as const,
      ...(waiting && { second_step_required: true as const }),
    }));

const open = (path: string): void => {
  showPage(<Shell c={null} />, path);
  document.cookie = 'token=abc; Path=/';
};

test.each(['/', '/admin_coupon', '/windows_errors'])(
  'staff who must have a second step are led from %s to where they set it up',
  async (path) => {
    document.cookie = 'token=abc; Path=/';
    staff(true);
    open(path);
    await waitFor(() => expect(window.location.hash).toBe('#/second_step'));
    expect(await screen.findByRole('heading', { name: '请先设置动态验证码' })).toBeDefined();
  },
);

test('staff who have one are led nowhere', async () => {
  document.cookie = 'token=abc; Path=/';
  staff(false);
  open('/windows_errors');
  expect(await screen.findByText(sampleUser.email)).toBeDefined();
  expect(window.location.hash).toBe('#/windows_errors');
});

test('when it becomes required while a page is open, the next refused call leads there', async () => {
  document.cookie = 'token=abc; Path=/';
  staff(false).answer(accountsCalls.userInfo, () => refusal('secondStepRequired'));
  open('/windows_errors');
  await waitFor(() => expect(window.location.hash).toBe('#/second_step'));
});
