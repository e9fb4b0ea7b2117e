import { accountsCalls } from '@skyport/contract/accounts';
import { noticesCalls } from '@skyport/contract/notices';
import { ownNamesCalls } from '@skyport/contract/own-names';
import { secondStepCalls } from '@skyport/contract/second-step';
import { sessionsCalls } from '@skyport/contract/sessions';
import { screen } from '@testing-library/react';
import { fakeServer, type FakeServer } from '../testing/fake-server.ts';
import { sampleHost, sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import ProfilePage from './profile.page.tsx';

/** A server for the profile of a customer who is logged in, and in no other browser. */
export const serveProfile = (): FakeServer => {
  document.cookie = 'token=abc; Path=/';
  return fakeServer()
    .answer(noticesCalls.hostGet, () => sampleHost)
    .answer(accountsCalls.userInfo, () => sampleUser)
    .answer(accountsCalls.myPermissions, () => [])
    .answer(secondStepCalls.secondStep, () => ({ since: null, recoveryLeft: 0, required: false }))
    .answer(sessionsCalls.sessions, () => [])
    .answer(ownNamesCalls.ownNames, () => ({ direct: [], proxied: [] }))
    .answer(accountsCalls.changeUseInfo, () => ({ mailed: false }));
};

/** Shows the profile and waits until it is filled. */
export const showProfile = async (): Promise<void> => {
  showPage(<ProfilePage />, '/user_info');
  await screen.findByLabelText('邮箱');
};
