import { noticesCalls } from '@skyport/contract/notices';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../testing/fake-server.ts';
import { sampleHost } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { strongButtons } from '../testing/user-actions.ts';
import { Shell } from './shell.tsx';
import { texts } from './texts.ts';

test.each([
  ['/login', '登录'],
  ['/register', '注册'],
  ['/reset', '重置密码'],
])('a visitor on %s sees one strong button, the page’s: %s', async (path, name) => {
  fakeServer().answer(noticesCalls.hostGet, () => sampleHost);
  showPage(<Shell c={null} />, path);
  await screen.findAllByRole('link', { name: texts.logIn });
  await waitFor(() => expect(strongButtons()).toEqual([name]));
});
