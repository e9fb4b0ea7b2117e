import { MOST_LISTED, shownTicketState, type Ticket, ticketsCalls as calls } from '@skyport/contract/tickets';
import { MOST_TICKETS } from '@skyport/contract/tickets-admin';
import { type ReactNode, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useSession } from '../accounts/index.ts';
import { useCall } from '../api/index.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { NextStep } from '../list-page/next-step.tsx';
import type { Column } from '../ui/data-table/column.ts';
import { dateTime } from '../ui/format.ts';
import { NewestOnly } from '../ui/newest-only.tsx';
import { CreateWindow } from './create-window.tsx';
import { REFRESH_MS } from './rules.ts';
import { texts } from './texts.ts';
import { TicketWindow } from './ticket-window.tsx';
import { pill } from '../ui/pill.tsx';

const tones = { open: 'accent', responsed: undefined, close: 'plain' } as const;

const columnsFor = (isAdmin: boolean): readonly Column<Ticket>[] => {
  const titles = texts.columns;
  const stateOf = (row: Ticket) => shownTicketState(row, { isAdmin });
  return [
    { id: 'title', title: titles.title, value: (row) => row.title, heading: true },
    {
      id: 'state',
      title: titles.state,
      value: (row) => texts.states[stateOf(row)],
      cell: (row) => pill(texts.states[stateOf(row)], tones[stateOf(row)]),
      card: true,
    },
    ...(isAdmin ? [{ id: 'email', title: titles.email, value: (row: Ticket) => row.email, card: true }] : []),
    {
      id: 'time',
      title: titles.time,
      value: (row) => row.updateTime,
      cell: (row) => dateTime(row.updateTime),
      card: true,
    },
    { id: 'created', title: titles.created, value: (row) => row.createTime, cell: (row) => dateTime(row.createTime) },
  ];
};

/** /feedback: the tickets of an account, or for an admin of everybody; `?ticket=` opens one. */
export default function FeedbackPage(): ReactNode {
  const { user } = useSession();
  const isAdmin = user?.type === 'admin';
  const [params, setParams] = useSearchParams();
  const [creating, setCreating] = useState(false);
  const read = useCall(calls.myList, {}, { refetchEvery: REFRESH_MS });
  const columns = useMemo(() => columnsFor(isAdmin), [isAdmin]);
  const id = params.get('ticket') ?? undefined;
  const open = (ticket: string | undefined): void => setParams(ticket ? { ticket } : {}, { replace: true });
  return (
    <ListPage
      texts={texts}
      read={read}
      columns={columns}
      rowName={(row) => row.title}
      exports={false}
      onAdd={() => setCreating(true)}
      notice={
        <p className="sp-dim">
          {texts.hint}
          <Link to="/windows_errors">{texts.trouble}</Link>
        </p>
      }
      rowActions={(row: Ticket) => [{ label: texts.view, first: true, opens: true, run: () => open(row._id) }]}
      next={read.data?.length === 0 && <NextStep text={texts.nothing} />}
    >
      <NewestOnly rows={read.data} most={isAdmin ? MOST_LISTED : MOST_TICKETS} />
      <CreateWindow opened={creating} onClose={() => setCreating(false)} />
      <TicketWindow
        id={id}
        title={read.data?.find(({ _id }) => _id === id)?.title ?? ''}
        isAdmin={isAdmin}
        email={user?.email ?? ''}
        onClose={() => open(undefined)}
      />
    </ListPage>
  );
}
