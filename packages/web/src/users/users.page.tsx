import { Button, Text, TextInput } from '@mantine/core';
import { usersCalls as calls } from '@skyport/contract/users';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCall } from '../api/index.ts';
import { LinkAlarmsWindow, LinkFetchesWindow } from '../subscription/index.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { DataTable } from '../ui/data-table/data-table.tsx';
import type { TableQuery } from '../ui/data-table/use-table-model.ts';
import { type DayRange, debugLink, MOST_USERS, startQuery, userInput } from './rules.ts';
import { useSecondStepRemoval } from './second-step-removal.ts';
import { texts } from './texts.ts';
import { userColumns } from './user-columns.tsx';

/** /admin_userlist: accounts by filter, days of registration and number. */
export default function UsersPage(): ReactNode {
  const [query, setQuery] = useState<TableQuery>(startQuery);
  const [range, setRange] = useState<DayRange>({ from: '', to: '' });
  const [watched, setWatched] = useState<{ userId: string; email: string }>();
  // Part of the address, so that notifications lead to it.
  const [params, setParams] = useSearchParams();
  const { ask, dialog } = useConfirm();
  const askRemoval = useSecondStepRemoval(ask);
  const list = useCall(calls.userlist, userInput(query, range));
  const choose = (part: Partial<DayRange>): void => {
    setRange({ ...range, ...part });
    setQuery({ ...query, page: 0 });
  };
  return (
    <section className="sp-card">
      <DataTable
        label={texts.title}
        rows={list.data?.users}
        columns={userColumns}
        rowKey={(row) => row._id}
        rowName={(row) => row.email}
        failed={list.isError}
        onRetry={() => void list.refetch()}
        search={texts.search}
        remote={{ total: list.data?.total ?? 0, most: MOST_USERS, query, onQuery: setQuery }}
        filters={
          <>
            <Day label={texts.from} mark={texts.fromMark} value={range.from} onChange={(from) => choose({ from })} />
            <Day label={texts.to} mark={texts.toMark} value={range.to} onChange={(to) => choose({ to })} />
          </>
        }
        actions={() => (
          <Button variant="default" onClick={() => setParams({ links: '1' })}>
            {texts.linkAlarms}
          </Button>
        )}
        rowActions={(row) => [
          { label: texts.linkFetches, run: () => setWatched({ userId: row._id, email: row.email }) },
          {
            label: texts.debug,
            run: () => {
              window.location.href = debugLink(window.location.origin, row);
            },
          },
          ...(row.second_step ? [{ label: texts.secondStep.remove, danger: true, run: () => askRemoval(row) }] : []),
        ]}
      />
      <LinkAlarmsWindow
        opened={params.has('links')}
        onClose={() => setParams({}, { replace: true })}
        onChoose={setWatched}
      />
      {dialog}
      <LinkFetchesWindow of={watched} onClose={() => setWatched(undefined)} />
    </section>
  );
}

interface DayProps {
  readonly label: string;
  /** One sign before the date: which end of the range it is. */
  readonly mark: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}

const Day = ({ label, mark, value, onChange }: DayProps) => (
  <TextInput
    type="date"
    size="sm"
    aria-label={label}
    leftSection={<Text size="sm">{mark}</Text>}
    title={label}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
