import { Button, Group, Text } from '@mantine/core';
import type { HostInfo } from '@skyport/contract/notices';
import { useState, type ReactNode } from 'react';
import { readCookie, writeCookie } from '../device/cookies.ts';
import { hashPassword as sha256 } from '../device/password.ts';
import { Window } from '../ui/window.tsx';
import { announces, type NoticeWindowsProps } from './announces.ts';
import { texts } from './texts.ts';

/** Name of the cookie that keeps a window away: a hash of what it says, so that a new text shows again. */
export const noticeCookie = (title: string, content: string): string =>
  `n${sha256(`${title}\n${content}`).slice(0, 16)}`;

interface WindowProps {
  readonly title: string;
  readonly content: string;
  readonly days: number;
  readonly red?: boolean;
  readonly onClosed?: () => void;
  readonly children?: ReactNode;
}

/** A window that stays away for some days once it was closed. */
const NoticeWindow = ({ title, content, days, red, onClosed, children }: WindowProps): ReactNode => {
  const cookie = noticeCookie(title, content);
  const [opened, setOpened] = useState(() => readCookie(cookie) === undefined);
  const close = (): void => {
    writeCookie(cookie, '1', { days });
    setOpened(false);
    onClosed?.();
  };
  return (
    <Window opened={opened} onClose={close} title={title} size="md">
      <Text style={{ whiteSpace: 'pre-line' }} {...(red && { c: 'red' })}>
        {content}
      </Text>
      {children}
      <Group justify="flex-end" className="sp-foot" mt="lg">
        <Button onClick={close}>{texts.close}</Button>
      </Group>
    </Window>
  );
};

interface HostNoticeProps {
  readonly host: HostInfo;
  readonly onClosed?: () => void;
}

/** The operator's announcement, with the preferred domain and how to reach somebody. */
export const HostNotice = ({ host, onClosed }: HostNoticeProps): ReactNode => {
  if (!announces(host)) return null;
  return (
    <NoticeWindow
      title={host.notice_title}
      content={host.notice_content}
      days={host.notice_day_interval}
      red={host.notice_mark_red}
      {...(onClosed && { onClosed })}
    >
      {host.preferDomain && (
        <Text size="sm" mt="md" c="dimmed">
          {texts.preferDomain}：{host.preferDomain}
        </Text>
      )}
      {host.contact_info && (
        <Text size="sm" mt="xs" c="dimmed">
          {texts.contact}：{host.contact_info}
        </Text>
      )}
    </NoticeWindow>
  );
};

/** What a customer should know before buying; once a day and browser. */
export const BuyNotice = ({ host }: { host: HostInfo }): ReactNode =>
  host.buy_notice === '' ? null : <NoticeWindow title={texts.buyTitle} content={host.buy_notice} days={1} />;

/** The windows of the dashboard, one after the other: the announcement, then for whoever may buy the buying notice. */
export default function NoticeWindows({ host, buyer }: NoticeWindowsProps): ReactNode {
  const [announced, setAnnounced] = useState(
    () => !announces(host) || readCookie(noticeCookie(host.notice_title, host.notice_content)) !== undefined,
  );
  return (
    <>
      <HostNotice host={host} onClosed={() => setAnnounced(true)} />
      {announced && buyer && <BuyNotice host={host} />}
    </>
  );
}
