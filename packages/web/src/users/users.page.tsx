import { Button, Text, TextInput } from '@mantine/core';
import { type UserRow, usersCalls as calls } from '@skyport/contract/users';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { LinkAlarmsWindow, LinkFetchesWindow } from '../subscription/index.ts';
import { useConfirm } from '../ui/confirm.tsx';
import type { RowAction } from '../ui/data-table/row-actions.tsx';
import { ListPage } from '../list-page/list-page.tsx';
import { usePagedList } from '../list-page/use-paged-list.ts';
import { type DayRange, debugLink, MOST_USERS, startQuery, userInput } from './rules.ts';
import { useSecondStepRemoval } from './second-step-removal.ts';
import { texts } from './texts.ts';
import { userColumns } from './user-columns.tsx';

const anyDay: DayRange = { from: '', to: '' };

/** /admin_userlist: accounts by filter, days of registration and number. */
export default function UsersPage(): ReactNode {
  const [watched, setWatched] = useState<{ userId: string; email: string }>();
  // In the address, so that notifications can link to the window.
  const [params, setParams] = useSearchParams();
  const { ask, dialog } = useConfirm();
  const askRemoval = useSecondStepRemoval(ask);
  const { read, filters, choose, remote } = usePagedList({
    call: calls.userlist,
    input: userInput,
    start: startQuery,
    filters: anyDay,
    most: MOST_USERS,
  });
  const actionsOf = (row: UserRow): readonly RowAction[] => [
    { label: texts.linkFetches, run: () => setWatched({ userId: row._id, email: row.email }) },
    { label: texts.debug, run: () => openDebugLink(row) },
    ...(row.second_step ? [{ label: texts.secondStep.remove, danger: true, run: () => askRemoval(row) }] : []),
  ];
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
      rowActions={actionsOf}
    >
      <LinkAlarmsWindow
        opened={params.has('links')}
        onClose={() => setParams({}, { replace: true })}
        onChoose={setWatched}
      />
      {dialog}
      <LinkFetchesWindow of={watched} onClose={() => setWatched(undefined)} />
    </ListPage>
  );
}

const openDebugLink = (user: UserRow): void => {
  window.location.href = debugLink(window.location.origin, user);
};

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
