import { ActionIcon } from '@mantine/core';
import { noticesCalls } from '@skyport/contract/notices';
import { IconBell } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCall, useChange } from '../api/index.ts';
import { goTo } from '../device/page-history.ts';
import { DropdownItem, DropdownLabel } from '../ui/dropdown-items.tsx';
import { Dropdown } from '../ui/dropdown.tsx';
import { dateTime } from '../ui/format.ts';
import { texts } from './texts.ts';

/**
 * Opens what a notification points to: a route of ours, or an https page in a new tab; anything else is not followed.
 */
const follow = (href: string): void => {
  if (href.startsWith('#/')) goTo(href.slice(1));
  else if (href.startsWith('/')) goTo(href);
  else if (href.startsWith('https://')) window.open(href, '_blank', 'noopener');
};

/**
 * The bell of the header: notifications that were not clicked yet, and how many. Clicking one marks it and closes the
 * list. When they could not be read it says so, and reads them again.
 */
export const Bell = (): ReactNode => {
  const notices = useCall(noticesCalls.list, {}, { silent: true, refetchEvery: 60_000 });
  const clicked = useChange(noticesCalls.clicked, { invalidates: [noticesCalls.list] });
  const list = notices.data ?? [];
  const failed = notices.isError && notices.data === undefined;
  return (
    <Dropdown
      align="end"
      width={300}
      target={
        <ActionIcon className="sp-bell" aria-label={bellName(list.length, failed)}>
          <IconBell size={20} />
          {list.length > 0 && <span aria-hidden>{shownCount(list.length)}</span>}
        </ActionIcon>
      }
    >
      {failed && <DropdownItem onClick={() => void notices.refetch()}>{texts.failed}</DropdownItem>}
      {!failed && list.length === 0 && (
        <DropdownLabel alone>{notices.data === undefined ? texts.loading : texts.none}</DropdownLabel>
      )}
      {list.map((notice) => (
        <DropdownItem
          key={notice._id}
          onClick={() => {
            void clicked.run({ noticeId: notice._id });
            follow(notice.href);
          }}
        >
          <span>
            {notice.desc}
            <span className="sp-bell-time">{dateTime(notice.time)}</span>
          </span>
        </DropdownItem>
      ))}
    </Dropdown>
  );
};

/** The highest number that fits beside the bell. */
const MOST_COUNTED = 99;

const shownCount = (count: number): string => (count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count));

/** What the bell is called: with the number as it is seen, so that whoever speaks to the browser can say it. */
const bellName = (count: number, failed: boolean): string => {
  if (failed) return texts.bellFailed;
  return count > 0 ? texts.bellCount(shownCount(count)) : texts.bell;
};
