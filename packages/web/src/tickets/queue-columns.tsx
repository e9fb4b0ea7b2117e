import { type QueuedTicket, ticketQueueNames } from '@skyport/contract/tickets-admin';
import type { Column } from '../ui/data-table/column.ts';
import { DAY_MS } from '../ui/format.ts';
import { shopTime } from '../ui/shop-time.ts';
import { timeLeft } from '../ui/time-left.ts';
import { staffTexts as texts } from './texts.ts';
import { pill } from '../ui/pill.tsx';

const tones = { waiting: 'reward', answered: undefined, close: 'plain' } as const;

/** How long a ticket has waited at `now` (ms), as people say it; empty while it does not. */
export const waitText = ({ waitingSince }: Pick<QueuedTicket, 'waitingSince'>, now: number): string => {
  if (waitingSince === null) return '';
  const waited = Math.max(1, now - Date.parse(waitingSince));
  return waited >= DAY_MS ? texts.days(Math.floor(waited / DAY_MS)) : timeLeft(waited);
};

/** The columns of the queue at `now` (ms). The server sorts it. */
export const queueColumns = (now: number): readonly Column<QueuedTicket>[] => {
  const titles = texts.columns;
  return [
    { id: 'title', title: titles.title, value: (row) => row.title, heading: true, sortable: false },
    {
      id: 'queue',
      title: titles.queue,
      value: (row) => ticketQueueNames[row.queue],
      cell: (row) => pill(ticketQueueNames[row.queue], tones[row.queue]),
      card: true,
      sortable: false,
    },
    { id: 'wait', title: titles.wait, value: (row) => waitText(row, now), card: true, sortable: false, below: 'queue' },
    { id: 'email', title: titles.email, value: (row) => row.email, card: true, sortable: false, below: 'title' },
    { id: 'replies', title: titles.replies, value: (row) => row.replies, numeric: true, sortable: false },
    {
      id: 'time',
      title: titles.time,
      value: (row) => row.updateTime,
      cell: (row) => shopTime(row.updateTime),
      card: true,
      sortable: false,
    },
    {
      id: 'created',
      title: titles.created,
      value: (row) => row.createTime,
      cell: (row) => shopTime(row.createTime),
      hidden: true,
      sortable: false,
    },
  ];
};
