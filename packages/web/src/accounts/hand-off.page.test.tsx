import { accountsCalls } from '@skyport/contract/accounts';
import { codes } from '@skyport/contract/codes';
import { handoffCalls } from '@skyport/contract/handoff';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type FakeServer, fakeServer, refusal } from '../testing/fake-server.ts';
import { press } from '../testing/user-actions.ts';
import { sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import HandOff from './hand-off.tsx';
import { useSession } from './session.ts';
import { texts } from './texts.ts';

const TOKEN = `h.${'t'.repeat(43)}`;

const OTHER = { email: 'lin@example.com', current: 'wang@example.com' };

/** In place of the console: reads the account when it is drawn. */
const Inside = () => <p>您好 {useSession().user?.email}</p>;
const visit = (): void => showPage(<HandOff token={TOKEN}>{<Inside />}</HandOff>);

const server = (): FakeServer =>
  fakeServer()
    .answer(accountsCalls.userInfo, () => sampleUser)
    .answer(accountsCalls.myPermissions, () => []);

test('the token is exchanged before anything else is asked for', async () => {
  const calls = server().answer(handoffCalls.takeHandoff, () => {
    document.cookie = 'token=abc; Path=/';
    return {};
  });
  visit();
  expect(screen.queryByText(/您好/)).toBeNull();
  expect(await screen.findByText(`您好 ${sampleUser.email}`)).toBeDefined();
  expect(calls.seen.map(({ path }) => path).slice(0, 2)).toEqual([
    handoffCalls.takeHandoff.path,
    accountsCalls.userInfo.path,
  ]);
  expect(calls.inputsOf(handoffCalls.takeHandoff)).toEqual([{ token: TOKEN, replace: false }]);
});

test('a token that is over says so and shows the console as it is', async () => {
  server().answer(handoffCalls.takeHandoff, () => refusal('handoffDead'));
  visit();
  expect(await screen.findByText(codes.handoffDead.msg)).toBeDefined();
  expect(await screen.findByText('您好')).toBeDefined();
});

test('logs in a browser without a session only after a click', async () => {
  const calls = server().answer(handoffCalls.takeHandoff, ({ replace }) =>
    replace ? {} : refusal('otherAccount', { email: 'lin@example.com', current: null }),
  );
  visit();
  expect(await screen.findByText(texts.handoff.question('lin@example.com'))).toBeDefined();
  expect(screen.queryByText(/您好/)).toBeNull();
  expect(screen.queryByText(texts.handoff.stay)).toBeNull();
  await press(texts.handoff.logIn);
  expect(await screen.findByText(/您好/)).toBeDefined();
  expect(calls.inputsOf(handoffCalls.takeHandoff).map(({ replace }) => replace)).toEqual([false, true]);
});

test('opens the console without a log-in after 不登录', async () => {
  const question = { email: 'lin@example.com', current: null };
  const calls = server().answer(handoffCalls.takeHandoff, () => refusal('otherAccount', question));
  visit();
  await press(texts.handoff.cancel);
  expect(await screen.findByText(/您好/)).toBeDefined();
  expect(calls.inputsOf(handoffCalls.takeHandoff)).toHaveLength(1);
});

test('another account that is logged in here stays when somebody says so', async () => {
  const calls = server().answer(handoffCalls.takeHandoff, () => refusal('otherAccount', OTHER));
  visit();
  expect(await screen.findByText(texts.handoff.question(OTHER.email))).toBeDefined();
  expect(screen.getByText(texts.handoff.current(OTHER.current))).toBeDefined();
  expect(screen.queryByText(/您好/)).toBeNull();
  await press(texts.handoff.stay);
  expect(await screen.findByText(/您好/)).toBeDefined();
  expect(calls.inputsOf(handoffCalls.takeHandoff)).toHaveLength(1);
});

test('another account is replaced only once somebody says so', async () => {
  const calls = server().answer(handoffCalls.takeHandoff, ({ replace }) =>
    replace ? {} : refusal('otherAccount', OTHER),
  );
  visit();
  await press(texts.handoff.replace);
  expect(await screen.findByText(/您好/)).toBeDefined();
  expect(calls.inputsOf(handoffCalls.takeHandoff)).toEqual([
    { token: TOKEN, replace: false },
    { token: TOKEN, replace: true, current: OTHER.current },
  ]);
});

test('a network that fails is told, and the console is shown', async () => {
  server().unplug();
  visit();
  expect(await screen.findByText('网络错误，请稍后重试')).toBeDefined();
  expect(await screen.findByText(/您好/)).toBeDefined();
});
