import '../ui/input-styles.ts';
import { Checkbox } from '@mantine/core';
import { noticesCalls, type NoticeChannel, type NoticeChannels } from '@skyport/contract/notices';
import { useState, type ReactNode } from 'react';
import { useCall, useChange } from '../api/index.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Section } from '../ui/section.tsx';
import { channelTexts as texts } from './channel-texts.ts';
import './channels.css';

interface WithBot {
  /** Whether the operator has a bot that can be bound. */
  readonly hasBot: boolean;
}

/** Which notifications the account gets by mail and Telegram, besides the bell. Every choice is saved at once. */
export default function ChannelsSection({ hasBot }: WithBot): ReactNode {
  const read = useCall(noticesCalls.channels, {});
  return (
    <Section title={texts.title} hint={texts.hint}>
      <Loaded of={read}>{(data) => <Choices of={data} hasBot={hasBot} />}</Loaded>
    </Section>
  );
}

const Choices = ({ of, hasBot }: WithBot & { of: NoticeChannels }): ReactNode => {
  const change = useChange(noticesCalls.saveChannels, {
    failed: texts.failed,
    invalidates: [noticesCalls.channels],
  });
  const closed = closedOf(of, hasBot);
  // Shown before it is saved; after a refusal the stored choice is shown again.
  const [chosen, setChosen] = useState<NoticeChannel>();
  const save = async (channel: NoticeChannel): Promise<void> => {
    setChosen(channel);
    await change.run({ channels: [channel] });
    setChosen(undefined);
  };
  return (
    <>
      <ul className="sp-channels">
        {of.channels.map((channel) => (
          <Choice
            key={channel.kind}
            channel={chosen?.kind === channel.kind ? chosen : channel}
            closed={closed}
            busy={chosen !== undefined}
            onChange={(next) => void save(next)}
          />
        ))}
      </ul>
      <span className="sp-dim sp-small">{notes(closed).join('；')}</span>
    </>
  );
};

/** The channels that are not open, each with the reason; null for one that cannot be opened by the customer. */
const closedOf = ({ mail_ready, telegram_bound }: NoticeChannels, hasBot: boolean): Closed => ({
  mail: mail_ready ? undefined : texts.noMail,
  telegram: telegramOf(telegram_bound, hasBot),
});

const telegramOf = (bound: boolean | null, hasBot: boolean): Closed['telegram'] => {
  if (bound === true) return undefined;
  return bound === null || !hasBot ? null : texts.noTelegram;
};

const notes = ({ mail, telegram }: Closed): string[] => [texts.always, ...[mail, telegram].flatMap((why) => why ?? [])];

/** Why a channel is not open; undefined for one that is. */
interface Closed {
  readonly mail: string | undefined;
  readonly telegram: string | undefined | null;
}

interface ChoiceProps {
  readonly channel: NoticeChannel;
  readonly closed: Closed;
  readonly busy: boolean;
  readonly onChange: (channel: NoticeChannel) => void;
}

const Choice = ({ channel, closed, busy, onChange }: ChoiceProps): ReactNode => {
  const name = texts.kinds[channel.kind];
  return (
    <li>
      <span>{name}</span>
      <Checkbox
        label={texts.mail}
        aria-label={texts.of(name, texts.mail)}
        checked={channel.mail}
        disabled={busy || channel.kind === 'security' || closed.mail !== undefined}
        {...(closed.mail !== undefined && { title: closed.mail })}
        onChange={(event) => onChange({ ...channel, mail: event.currentTarget.checked })}
      />
      {closed.telegram !== null && (
        <Checkbox
          label={texts.telegram}
          aria-label={texts.of(name, texts.telegram)}
          checked={channel.telegram}
          disabled={busy || closed.telegram !== undefined}
          {...(closed.telegram !== undefined && { title: closed.telegram })}
          onChange={(event) => onChange({ ...channel, telegram: event.currentTarget.checked })}
        />
      )}
    </li>
  );
};
