import { NoticeKind, noticesCalls, type NoticeChannel } from '@skyport/contract/notices';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, refusal, type FakeServer } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { channelTexts as texts } from './channel-texts.ts';
import ChannelsSection from './channels-section.tsx';

const withChannels = (telegramBound: boolean | null, mailReady = true): FakeServer => {
  let channels: NoticeChannel[] = NoticeKind.options.map((kind) => ({ kind, mail: true, telegram: true }));
  return fakeServer()
    .answer(noticesCalls.channels, () => ({ mail_ready: mailReady, telegram_bound: telegramBound, channels }))
    .answer(noticesCalls.saveChannels, ({ channels: changed }) => {
      channels = channels.map((one) => changed.find(({ kind }) => kind === one.kind) ?? one);
      return {};
    });
};
const box = (kind: NoticeKind, channel: string): Promise<HTMLInputElement> =>
  screen.findByRole('checkbox', { name: texts.of(texts.kinds[kind], channel) });

test('every kind of event has its choices, and one that is changed is saved at once', async () => {
  const calls = withChannels(true);
  showPage(<ChannelsSection hasBot />);
  for (const kind of NoticeKind.options) expect((await box(kind, texts.telegram)).checked).toBe(true);
  await userEvent.click(await box('traffic', texts.mail));
  await expect.poll(async () => (await box('traffic', texts.mail)).checked).toBe(false);
  await userEvent.click(await box('order', texts.telegram));
  await expect.poll(async () => (await box('order', texts.telegram)).checked).toBe(false);
  expect(calls.inputsOf(noticesCalls.saveChannels)).toEqual([
    { channels: [{ kind: 'traffic', mail: false, telegram: true }] },
    { channels: [{ kind: 'order', mail: true, telegram: false }] },
  ]);
});

test('mails about the safety of the account cannot be switched off', async () => {
  withChannels(true);
  showPage(<ChannelsSection hasBot />);
  const security = await box('security', texts.mail);
  expect([security.checked, security.disabled]).toEqual([true, true]);
  expect((await box('security', texts.telegram)).disabled).toBe(false);
});

test('what leads nowhere yet is said', async () => {
  withChannels(false, false);
  showPage(<ChannelsSection hasBot />);
  expect(await screen.findByText(`${texts.always}；${texts.noMail}；${texts.noTelegram}`)).toBeDefined();
});

test('a channel that is not open cannot be chosen, and says why', async () => {
  withChannels(false, false);
  showPage(<ChannelsSection hasBot />);
  for (const [channel, why] of [
    [texts.mail, texts.noMail],
    [texts.telegram, texts.noTelegram],
  ] as const) {
    const choice = await box('traffic', channel);
    expect([choice.disabled, choice.title]).toEqual([true, why]);
  }
});

test('where there is no Telegram nobody is asked about it', async () => {
  withChannels(null);
  showPage(<ChannelsSection hasBot />);
  await box('traffic', texts.mail);
  expect(screen.queryByRole('checkbox', { name: texts.of(texts.kinds.traffic, texts.telegram) })).toBeNull();
});

test('where the operator has no bot nobody is asked to bind Telegram', async () => {
  withChannels(false, false);
  showPage(<ChannelsSection hasBot={false} />);
  expect(await screen.findByText(`${texts.always}；${texts.noMail}`)).toBeDefined();
  expect(screen.queryByRole('checkbox', { name: texts.of(texts.kinds.traffic, texts.telegram) })).toBeNull();
});

test('a choice that could not be saved is told, and stands as it was', async () => {
  withChannels(true).answer(noticesCalls.saveChannels, () => refusal('fault'));
  showPage(<ChannelsSection hasBot />);
  await userEvent.click(await box('traffic', texts.mail));
  expect(await screen.findByText('保存失败，请稍后重试')).toBeDefined();
  expect((await box('traffic', texts.mail)).checked).toBe(true);
});
