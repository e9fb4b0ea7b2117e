import '../ui/input-styles.ts';
import { NativeSelect, Text } from '@mantine/core';
import {
  MOST_TICKETS,
  type QueuedTicket,
  ticketQueueNames,
  ticketQueues,
  ticketsAdminCalls as calls,
} from '@skyport/contract/tickets-admin';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { ListPage } from '../list-page/list-page.tsx';
import { usePagedList } from '../list-page/use-paged-list.ts';
import { firstPage, type TableQuery } from '../ui/data-table/use-table-model.ts';
import { DeskWindow } from './desk-window.tsx';
import { queueColumns } from './queue-columns.tsx';
import { REFRESH_MS } from './rules.ts';
import { staffTexts as texts } from './texts.ts';

const none: { readonly queue: string } = { queue: '' };

const inputOf = ({ search, page, size }: TableQuery, { queue }: typeof none) => {
  const chosen = ticketQueues.find((each) => each === queue);
  return { ...(chosen && { queue: chosen }), filterStr: search.trim().slice(0, 100), limit: size, offset: page * size };
};

const choices = [
  { value: '', label: texts.anyQueue },
  ...ticketQueues.map((value) => ({ value, label: ticketQueueNames[value] })),
];

/** The queue of tickets: what waits for staff first, the longest wait first. `?ticket=` opens one. */
export const Queue = ({ tabs }: { readonly tabs: ReactNode }): ReactNode => {
  const [params, setParams] = useSearchParams();
  const { read, filters, choose, remote } = usePagedList({
    call: calls.queue,
    input: inputOf,
    start: firstPage,
    filters: none,
    most: MOST_TICKETS,
    refetchEvery: REFRESH_MS,
  });
  const open = (ticket: string | undefined): void => setParams(ticket ? { ticket } : {}, { replace: true });
  return (
    <ListPage
      texts={texts}
      read={read}
      rows={read.data?.tickets}
      columns={queueColumns(read.dataUpdatedAt)}
      rowName={(row) => row.title}
      exports={false}
      remote={remote}
      tabs={tabs}
      notice={
        read.data && (
          <Text size="sm" c="dimmed" mb="sm">
            {texts.waiting(read.data.waiting)}
          </Text>
        )
      }
      filters={
        <NativeSelect
          size="sm"
          aria-label={texts.queue}
          data={choices}
          value={filters.queue}
          onChange={(event) => choose({ queue: event.currentTarget.value })}
        />
      }
      rowActions={(row: QueuedTicket) => [
        { label: row.queue === 'close' ? texts.look : texts.open, first: true, opens: true, run: () => open(row._id) },
      ]}
    >
      <DeskWindow id={params.get('ticket') ?? undefined} onClose={() => open(undefined)} />
    </ListPage>
  );
};
