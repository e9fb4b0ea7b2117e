import { accountsCalls, type UserInfo } from '@skyport/contract/accounts';
import { noticesCalls } from '@skyport/contract/notices';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { writeCookie } from '../device/cookies.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { sampleHost, sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { pages } from './pages.ts';
import { Shell } from './shell.tsx';

/* A page has one name: what leads to it says what stands at its head. */

/** The home page greets, and forms say what they are for. */
const SAYS_MORE = ['/', '/tutorial', '/login', '/register', '/setup', '/confirm', '/reset'];

const admin: UserInfo = { ...sampleUser, type: 'admin' };

test.each(pages.filter(({ built, path }) => built && !SAYS_MORE.includes(path)))(
  '$path has its title at its head',
  async ({ path, title }) => {
    writeCookie('token', 't');
    fakeServer()
      .answer(accountsCalls.userInfo, () => admin)
      .answer(accountsCalls.myPermissions, () => [])
      .answer(noticesCalls.list, () => [])
      .answer(noticesCalls.hostGet, () => sampleHost);
    showPage(<Shell c={null} />, path);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
  },
);
