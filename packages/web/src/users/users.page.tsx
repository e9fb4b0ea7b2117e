import { Button, Text, TextInput } from '@mantine/core';
import { type UserRow, usersCalls as calls } from '@skyport/contract/users';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { LinkAlarmsWindow } from '../subscription/index.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { usePagedList } from '../list-page/use-paged-list.ts';
import { type DayRange, MOST_USERS, startQuery, userInput } from './rules.ts';
import { texts } from './texts.ts';
import { useUserActions } from './use-user-actions.tsx';
import { userColumns } from './user-columns.tsx';

const anyDay: DayRange = { from: '', to: '' };

/** /admin_userlist: accounts by filter, days of registration and number. */
export default function UsersPage(): ReactNode {
  // In the address, so that notifications can link to the window.
  const [params, setParams] = useSearchParams();
  const { actionsOf, detailsOf, watch, windows } = useUserActions();
  const { read, filters, choose, remote } = usePagedList({
    call: calls.userlist,
    input: userInput,
    start: startQuery,
    filters: anyDay,
    most: MOST_USERS,
  });
  return (
    <ListPage
      texts={texts}
      read={read}
      rows={read.data?.users}
      columns={userColumns}
      rowName={(row) => row.email}
      remote={remote}
      filters={
        <>
          <Day
            label={texts.from}
            prefix={texts.fromPrefix}
            value={filters.from}
            onChange={(from) => choose({ from })}
          />
          <Day label={texts.to} prefix={texts.toPrefix} value={filters.to} onChange={(to) => choose({ to })} />
        </>
      }
      actions={() => (
        <Button variant="default" onClick={() => setParams({ links: '1' }, { replace: true })}>
          {texts.linkAlarms}
        </Button>
      )}
      rowActions={(row: UserRow) => [detailsOf(row), ...actionsOf(row)]}
    >
      <LinkAlarmsWindow
        opened={params.has('links')}
        onClose={() => setParams({}, { replace: true })}
        onChoose={watch}
      />
      {windows}
    </ListPage>
  );
}

interface DayProps {
  readonly label: string;
  /** One sign before the date: which end of the range it is. */
  readonly prefix: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}

const Day = ({ label, prefix, value, onChange }: DayProps) => (
  <TextInput
    type="date"
    size="sm"
    aria-label={label}
    leftSection={<Text size="sm">{prefix}</Text>}
    title={label}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
