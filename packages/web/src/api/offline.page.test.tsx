import { accountsCalls } from '@skyport/contract/accounts';
import { subscriptionCalls } from '@skyport/contract/subscription';
import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { quiet } from '../../../../testkit/until.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { sampleUser } from '../testing/samples.ts';
import { press } from '../testing/user-actions.ts';
import { showPage } from '../testing/show-page.tsx';
import { useCall } from './use-call.ts';
import { useChange } from './use-change.ts';

const goOffline = (): void => {
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
};

const NETWORK = '网络错误，请稍后重试';

const Resetter = () => {
  const change = useChange(subscriptionCalls.resetUserkey, {});
  return <button onClick={() => void change.run({})}>{change.busy ? '等待' : '重置'}</button>;
};

test('a change without a network fails at once, says so, and is never made later', async () => {
  const server = fakeServer().answer(subscriptionCalls.resetUserkey, () => ({ userkey: 'k'.repeat(32) }));
  const back = server.unplug();
  goOffline();
  showPage(<Resetter />);
  await press('重置');
  expect(await screen.findAllByText(NETWORK)).toHaveLength(1);
  expect(screen.getByRole('button', { name: '重置' })).toBeDefined();
  back();
  act(() => onlineManager.setOnline(true));
  await quiet();
  expect(server.inputsOf(subscriptionCalls.resetUserkey)).toEqual([]);
});

const Reader = () => {
  const read = useCall(accountsCalls.userInfo, {});
  return <p>{read.isError ? '失败' : (read.data?.email ?? '等待')}</p>;
};

test('a read without a network says so, and is made again by itself when there is one', async () => {
  const server = fakeServer().answer(accountsCalls.userInfo, () => sampleUser);
  const back = server.unplug();
  goOffline();
  showPage(<Reader />);
  await screen.findByText('失败');
  back();
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByText(sampleUser.email)).toBeDefined();
});

test('several reads that fail at the same moment are one failure of the network, and one toast', async () => {
  fakeServer().unplug();
  const Others = () => {
    useCall(accountsCalls.myPermissions, {});
    return <Reader />;
  };
  showPage(<Others />);
  await screen.findByText('失败');
  await waitFor(() => expect(screen.getAllByText(NETWORK)).toHaveLength(1));
  await quiet();
  expect(screen.getAllByText(NETWORK)).toHaveLength(1);
});
