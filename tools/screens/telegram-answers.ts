import type { BuiltCall, Output } from '@skyport/contract/call';
import { NoticeKind, noticesCalls } from '@skyport/contract/notices';
import { telegramCalls } from '@skyport/contract/telegram';

/** Takes the answer of a call. */
type Give = <C extends BuiltCall>(row: C, answer: Output<C>) => void;

const BOT = 'https://t.me/skyport_bot';
const request = {
  _id: '01970000-0000-7000-8030-000000000001',
  name: '林小雨 (@linxiaoyu)',
  telegram_id: '5829301746',
  expires: '2026-11-21T06:40:00.000Z',
};

/** The channels of notices: of an admin, who is bound to Telegram, or of a customer, who is not. */
export const channels = (bound: boolean, mailReady = true): Output<typeof noticesCalls.channels> => ({
  mail_ready: mailReady,
  telegram_bound: bound,
  channels: NoticeKind.options
    .filter((kind) => kind !== 'node' && (bound || kind !== 'shop'))
    .map((kind) => ({ kind, mail: kind !== 'traffic', telegram: true })),
});

/** Telegram and the channels of notices: bound, asked to be bound, or without anything. */
export const giveTelegram = (give: Give, { bound, empty }: { bound: boolean; empty: boolean }): void => {
  give(telegramCalls.state, {
    bound,
    name: bound ? request.name : '',
    since: bound ? '2026-11-02T09:20:00.000Z' : null,
    bot: empty ? '' : BOT,
    requests: bound || empty ? [] : [request],
  });
  give(telegramCalls.code, {
    command: '/bind 01970000-0000-7000-8000-000000000001 K7QX2M5A',
    link: `${BOT}?start=token`,
    expires: '2026-11-21T06:40:00.000Z',
  });
  give(noticesCalls.channels, channels(bound, !empty));
};
