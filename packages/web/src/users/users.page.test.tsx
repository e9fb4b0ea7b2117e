import { usersCalls as calls, type UserRow } from '@skyport/contract/users';
import { gigabytes } from '@skyport/contract/units';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { debugLink, startQuery, userInput } from './rules.ts';
import { texts } from './texts.ts';
import UsersPage from './users.page.tsx';

const user: UserRow = {
  _id: '01970000-0000-7000-8000-000000000001',
  email: 'lin@example.com',
  type: 'normal',
  disable: false,
  scale: 1,
  channel_code: 'K7M2QX',
  createTime: '2026-11-01T00:00:00.000Z',
  paidUser: true,
  is_agency: false,
  is_agency_user: false,
  wallet_money: 36.5,
  spendTraffic: gigabytes(2),
  traffic: gigabytes(50),
  vipExpireTime: null,
  lastActiveTime: '2026-11-20T00:00:00.000Z',
  first_url: '',
  last_url: '',
  userkey: '',
  dailyDescribKey: 'k'.repeat(32),
  canChangeDescribeKey: true,
  canChangePassword: true,
  normalPermission: false,
  specialDailyUnlimitTraffic: false,
  dailyUnlimitTraffic: 0,
  forceReward: false,
  password: '',
};

test('days run from their first to their last second', () => {
  const { fromTimestamp, toTimestamp } = userInput(startQuery, { from: '2026-11-01', to: '2026-11-01' });
  expect(new Date(fromTimestamp!).getHours()).toBe(0);
  expect(toTimestamp! - fromTimestamp!).toBe(86_400_000 - 1);
});

test('all accounts are asked for by the thousand, page by page', () => {
  expect(userInput({ ...startQuery, size: 0, page: 2 }, { from: '', to: '' })).toEqual({
    number: 1000,
    offset: 2000,
    filterStr: '',
  });
});

test('the debug link carries the key of the day and a name', () => {
  const link = new URL(debugLink('https://panel.example', user));
  expect(link.searchParams.get('url')).toBe(
    `https://panel.example/api/subscript/clash/${user._id}/${'k'.repeat(32)}?f=clash`,
  );
  expect([link.protocol, link.searchParams.get('name')]).toEqual(['clash:', 'lin@example.com']);
});

test('a hundred accounts at first, then filtered, sorted and turned by the server', async () => {
  const fake = fakeServer().answer(calls.userlist, () => ({ users: [user], total: 250 }));
  showPage(<UsersPage />);
  expect((await screen.findAllByRole('row'))[1]!.textContent).toContain('lin@example.com正常用户K7M2QX50.00 G2.00 G');
  expect(screen.getByText('1 / 3')).toBeDefined();
  await userEvent.click(screen.getByLabelText('下一页'));
  await userEvent.click(await screen.findByTitle('按剩余流量排序'));
  await userEvent.type(screen.getByLabelText(texts.search), 'lin');
  fireEvent.change(screen.getByLabelText(texts.from), { target: { value: '2026-11-01' } });
  await waitFor(() =>
    expect(fake.inputsOf(calls.userlist).at(-1)).toMatchObject({
      filterStr: 'lin',
      fromTimestamp: new Date('2026-11-01T00:00:00').getTime(),
    }),
  );
  const [first, second, third] = fake.inputsOf(calls.userlist);
  expect(first).toMatchObject({ number: 100, offset: 0, filterStr: '' });
  expect(second).toMatchObject({ number: 100, offset: 100 });
  expect(third).toMatchObject({ offset: 0, sortBy: 'traffic', descending: false });
});
