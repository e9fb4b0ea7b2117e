import { noticesCalls } from '@skyport/contract/notices';
import { outsideListCalls } from '@skyport/contract/outside-lists';
import { payInstanceCalls } from '@skyport/contract/pay-instances';
import { settingsCalls as calls, type SettingsState } from '@skyport/contract/settings';
import { rowOf } from '@skyport/contract/settings-rules';
import type { SettingName } from '@skyport/contract/settings-table';
import { type UserRow, usersCalls } from '@skyport/contract/users';
import type { ReactNode } from 'react';
import { screen } from '@testing-library/react';
import { type FakeServer, fakeServer } from '../testing/fake-server.ts';
import { sampleHost } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { sampleAccount } from '../users/testing.ts';
import { payInstance } from './pay-instances/testing.ts';
import SettingsPage from './settings.page.tsx';
import { changes, outsideLists, state } from './testing.ts';
import { texts } from './texts.ts';

export const labelOf = (name: SettingName): string => rowOf(name).label;

/** Ids of the accounts that there are: 1 an admin, 2 and 3 customers. */
export const accountId = (n: number): string => `01970000-0000-7000-8000-00000000000${n}`;
const accounts: readonly UserRow[] = [
  { ...sampleAccount, _id: accountId(1), email: 'boss@example.com', type: 'admin' },
  { ...sampleAccount, _id: accountId(2), email: 'lin@example.com' },
  { ...sampleAccount, _id: accountId(3), email: 'wu@example.com' },
];
/** A server that keeps what is saved. */
const keeper = (start: SettingsState = state): FakeServer => {
  let current = start;
  return fakeServer()
    .answer(calls.get, () => current)
    .answer(payInstanceCalls.instances, () => [payInstance])
    .answer(outsideListCalls.outsideLists, () => ({ lists: [...outsideLists] }))
    .answer(calls.history, () => ({ changes: [...changes], total: changes.length }))
    .answer(usersCalls.userlist, ({ ids, type, filterStr }) => {
      const users = accounts
        .filter((each) => type === undefined || each.type === type)
        .filter(({ _id, email }) => (ids ? ids.includes(_id) : email.includes(filterStr)));
      return { users, total: users.length };
    })
    .answer(calls.setConfig, ({ version: _version, clear, undoes: _undoes, ...values }) => {
      const kept = current.secrets.filter((name) => !clear.includes(name));
      const given = Object.keys(values).filter((name) => rowOf(name as SettingName).kind === 'secret');
      const secrets = [...new Set([...kept, ...given])] as SettingsState['secrets'];
      const shown = Object.fromEntries(Object.entries(values).filter(([name]) => !given.includes(name)));
      current = { ...current, ...shown, secrets, version: current.version + 1 };
      return current;
    });
};

/** Opens the page of settings before an admin. */
export const openSettings = async (
  start?: SettingsState,
  at = '/admin_config',
  beside?: ReactNode,
): Promise<FakeServer> => {
  const fake = keeper(start).answer(noticesCalls.hostGet, () => sampleHost);
  showPage(
    <>
      {beside}
      <SettingsPage />
    </>,
    at,
  );
  await screen.findByRole('radio', { name: texts.tabs.history });
  return fake;
};
