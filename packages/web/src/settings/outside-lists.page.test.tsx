import { outsideListCalls as calls } from '@skyport/contract/outside-lists';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { refusal } from '../testing/fake-server.ts';
import { dateTime } from '../ui/format.ts';
import { labelOf, openSettings } from './testing-page.tsx';
import { outsideLists } from './testing.ts';
import { outsideListTexts as texts, sectionTexts } from './texts.ts';

const section = () => within(screen.getByRole('region', { name: sectionTexts.lists }));
const button = (name: string) => section().findByRole<HTMLButtonElement>('button', { name: texts.fetch(name) });
const [mainland, ads] = outsideLists;

test('a list is shown with its date, size, what was dropped, and why the last fetch changed nothing', async () => {
  await openSettings();
  await button('国内域名');
  for (const text of [
    texts.sizeOf(98_765, '2 M'),
    dateTime(mainland!.fetchedAt),
    texts.droppedOf(12, 34),
    mainland!.source,
    texts.problem(texts.problems.halved, true),
  ])
    expect(section().getByText(text)).toBeDefined();
});

test('a list is fetched at once while it is on, and the server says why not', async () => {
  const fake = await openSettings();
  const fetching = { ...mainland!, isFetching: true };
  fake.answer(calls.fetchOutsideList, () => ({ lists: [fetching, ads!] }));
  expect((await button('广告域名')).disabled).toBe(true);
  await userEvent.click(await button('国内域名'));
  expect(fake.inputsOf(calls.fetchOutsideList)).toEqual([{ list: 'cn' }]);
  fake.answer(calls.fetchOutsideList, () => refusal('conflict', null, '国内域名名单未开启'));
  await userEvent.click(await button('国内域名'));
  expect(await screen.findByText('获取失败:国内域名名单未开启')).toBeDefined();
});

test('a list is not fetched while its address is changed and not saved', async () => {
  await openSettings();
  await button('国内域名');
  fireEvent.change(section().getByLabelText(labelOf('mainland_list_url')), {
    target: { value: 'https://other.example/cn.txt' },
  });
  expect((await button('国内域名')).disabled).toBe(true);
  expect(section().getAllByText(texts.unsaved)).toHaveLength(2);
});
