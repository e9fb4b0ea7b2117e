import { handoffCalls } from '@skyport/contract/handoff';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { press, strongButtons } from '../testing/user-actions.ts';
import { showPage } from '../testing/show-page.tsx';
import { DomainPrompt } from './domain-prompt.tsx';
import { texts } from './texts.ts';

const navigation = vi.hoisted(() => ({ left: [] as string[] }));
vi.mock('../device/navigation.ts', () => ({
  goTo: () => undefined,
  leaveFor: (url: string) => void navigation.left.push(url),
}));

const TOKEN = `h.${'t'.repeat(43)}`;
const go = async (cookie = ''): Promise<string> => {
  navigation.left.length = 0;
  showPage(<DomainPrompt preferDomain="best.example" />);
  if (cookie) document.cookie = cookie;
  expect(await screen.findByText(texts.otherDomain.text('best.example'))).toBeDefined();
  // The page's own next step is the strong one.
  expect(strongButtons()).toEqual([]);
  await press(texts.otherDomain.go);
  await waitFor(() => expect(navigation.left).toHaveLength(1));
  return navigation.left[0]!;
};
const home = `${window.location.protocol}//best.example/`;

test('the session comes along by a token in the fragment, which no server sees', async () => {
  const calls = fakeServer().answer(handoffCalls.makeHandoff, () => ({ token: TOKEN }));
  const url = new URL(await go('token=abc; Path=/'));
  expect(calls.inputsOf(handoffCalls.makeHandoff)).toEqual([{ host: 'best.example' }]);
  expect(url.href.startsWith(home)).toBe(true);
  expect([url.search, url.hash]).toEqual(['', `#/?token=${TOKEN}`]);
});

test('a visitor goes without one, and nothing is asked', async () => {
  const calls = fakeServer();
  expect(await go()).toBe(home);
  expect(calls.seen).toEqual([]);
});

test('where the server makes none the way is open all the same', async () => {
  fakeServer().answer(handoffCalls.makeHandoff, () => refusal('notFound'));
  expect(await go('token=abc; Path=/')).toBe(home);
});

test('on the preferred domain there is nothing to say', () => {
  showPage(<DomainPrompt preferDomain={window.location.hostname} />);
  expect(screen.queryByText(texts.otherDomain.go)).toBeNull();
});
