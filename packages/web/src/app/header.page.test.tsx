import { accountsCalls } from '@skyport/contract/accounts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Session } from '../accounts/session.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { Header } from './header.tsx';
import { tabsFor } from './menu.ts';
import { texts } from './texts.ts';

const visitor: Session = {
  user: undefined,
  permissions: [],
  loading: false,
  failed: false,
  visitor: true,
  refresh: async () => undefined,
  logOut: async () => undefined,
};

/** Draws the row of tabs so wide, with a hundred pixels for each thing in it. */
const give = (width: number): void => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return this.children.length * 100;
  });
  onTestFinished(() => void vi.restoreAllMocks());
};

test.each([
  [900, 6],
  [700, 6],
  [450, 3],
  [130, 0],
])('a row of %i px shows %i tabs; the others are behind 更多, and none is missing', async (width, count) => {
  give(width);
  fakeServer().answer(accountsCalls.myPermissions, () => []);
  const tabs = tabsFor({ type: 'channel', agencyView: false });
  showPage(<Header siteName="天港" session={visitor} tabs={tabs} toStaff={undefined} />);
  const row = screen.getByRole('navigation', { name: texts.names.tabs });
  await waitFor(() => expect(within(row).queryAllByRole('link')).toHaveLength(count));
  await userEvent.click(within(row).getByRole('button', { name: new RegExp(`^${texts.more}`) }));
  const names = [...within(row).queryAllByRole('link'), ...screen.getAllByRole('menuitem')];
  expect(names.map(({ textContent }) => textContent)).toEqual(tabs.map(({ title }) => title));
});
