import { ActionIcon } from '@mantine/core';
import { noticesCalls } from '@skyport/contract/notices';
import { IconBell } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCall, useChange } from '../api/index.ts';
import { goTo } from '../device/page-history.ts';
import { DropdownItem, DropdownLabel } from '../ui/dropdown-items.tsx';
import { Dropdown } from '../ui/dropdown.tsx';
import { texts } from './texts.ts';

/** Opens what a notification points to: a route of ours, or an https page in a new tab; anything else is not followed. */
const follow = (href: string): void => {
  if (href.startsWith('#/')) goTo(href.slice(1));
  else if (href.startsWith('/')) goTo(href);
  else if (href.startsWith('https://')) window.open(href, '_blank', 'noopener');
};

/** The bell of the header: notifications that were not clicked yet. Clicking one marks it and closes the list. */
export const Bell = (): ReactNode => {
  const notices = useCall(noticesCalls.list, {}, { silent: true, refetchEvery: 60_000 });
  const clicked = useChange(noticesCalls.clicked, { invalidates: [noticesCalls.list] });
  const list = notices.data ?? [];
  return (
    <Dropdown
      align="end"
      width={300}
      target={
        <ActionIcon aria-label={`${texts.bell}${list.length > 0 ? `（${list.length}）` : ''}`}>
          <IconBell size={20} {...(list.length > 0 && { color: 'var(--sp-bad)' })} />
        </ActionIcon>
      }
    >
      {list.length === 0 && <DropdownLabel alone>{texts.none}</DropdownLabel>}
      {list.map((notice) => (
        <DropdownItem
          key={notice._id}
          onClick={() => {
            void clicked.run({ noticeId: notice._id });
            follow(notice.href);
          }}
        >
          {notice.desc}
        </DropdownItem>
      ))}
    </Dropdown>
  );
};
