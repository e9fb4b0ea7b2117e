import { type OwnNames, ownNamesCalls as calls } from '@skyport/contract/own-names';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { refusal } from '../testing/fake-server.ts';
import { commonTexts } from '../ui/common-texts.ts';
import { serveProfile, showProfile } from './testing.tsx';
import { ownNamesTexts as texts } from './texts.ts';

const section = () => within(screen.getByRole('region', { name: texts.title }));
const input = async (list: 'direct' | 'proxied') =>
  section().findByLabelText<HTMLTextAreaElement>(texts.labels[list], { selector: 'textarea' });
const type = async (list: 'direct' | 'proxied', text: string): Promise<void> =>
  void fireEvent.change(await input(list), { target: { value: text } });
const save = () => userEvent.click(section().getByRole('button', { name: texts.save }));

/** A server that keeps what is saved. */
const serve = (start: OwnNames = { direct: [], proxied: [] }) => {
  let names = start;
  return serveProfile()
    .answer(calls.ownNames, () => names)
    .answer(calls.setOwnNames, (given) => (names = given));
};

test('own names are shown, tidied and saved', async () => {
  const fake = serve({ direct: ['bank.example'], proxied: [] });
  await showProfile();
  expect((await input('direct')).value).toBe('bank.example');
  await type('direct', 'bank.example\n.Home.example，bank.example');
  await type('proxied', 'qq.com');
  await save();
  expect(await screen.findByText(texts.saved.text)).toBeDefined();
  expect(fake.inputsOf(calls.setOwnNames)).toEqual([{ direct: ['bank.example', 'home.example'], proxied: ['qq.com'] }]);
  expect((await input('direct')).value).toBe('bank.example\nhome.example');
});

test('a name that cannot be used is named at its list, and nothing is sent', async () => {
  const fake = serve();
  await showProfile();
  await type('proxied', 'https://one.example/');
  await save();
  expect(await section().findByText(/^https:\/\/one\.example\/：/)).toBeDefined();
  expect((await input('proxied')).getAttribute('aria-invalid')).toBe('true');
  expect(fake.inputsOf(calls.setOwnNames)).toEqual([]);
});

test('what the server refuses stands at its list', async () => {
  serve().answer(calls.setOwnNames, () => refusal('invalidPayload', { field: 'direct' }, 'one.example：不能使用'));
  await showProfile();
  await type('direct', 'one.example');
  await save();
  expect(await section().findByText('one.example：不能使用')).toBeDefined();
  expect((await input('direct')).value).toBe('one.example');
});

test('names that could not be read are asked for again', async () => {
  let isDown = true;
  serveProfile().answer(calls.ownNames, () => (isDown ? refusal('fault') : { direct: ['bank.example'], proxied: [] }));
  await showProfile();
  const again = await section().findByRole('button', { name: commonTexts.retry });
  isDown = false;
  await userEvent.click(again);
  expect((await input('direct')).value).toBe('bank.example');
});
