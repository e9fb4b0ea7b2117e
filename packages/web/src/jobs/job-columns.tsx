import { jobNames, type JobState, jobStateNames, type QueuedJob } from '@skyport/contract/jobs';
import type { Column } from '../ui/data-table/column.ts';
import { errorText } from '../ui/fault-texts.ts';
import { shopTime } from '../ui/shop-time.ts';
import { texts } from './texts.ts';
import { pill, type PillTone } from '../ui/pill.tsx';

const { columns: titles } = texts;

/** What a job does; its own name where there is no text for it. */
export const jobName = (name: string): string => jobNames[name] ?? name;

const tones: Readonly<Record<JobState, PillTone>> = {
  failed: 'bad',
  retrying: 'reward',
  running: undefined,
  waiting: 'accent',
};

/** The columns of the page of jobs. */
export const jobColumns: readonly Column<QueuedJob>[] = [
  { id: 'name', title: titles.name, value: (row) => jobName(row.name), heading: true },
  {
    id: 'state',
    title: titles.state,
    value: (row) => jobStateNames[row.state],
    cell: (row) => pill(jobStateNames[row.state], tones[row.state]),
    card: true,
  },
  {
    id: 'attempts',
    title: titles.attempts,
    value: (row) => row.attempts,
    cell: (row) => texts.tries(row.attempts, row.maxAttempts),
    numeric: true,
    card: true,
    below: 'state',
  },
  {
    id: 'runAt',
    title: titles.runAt,
    value: (row) => row.runAt,
    cell: (row) => shopTime(row.runAt),
    card: true,
    below: 'name',
  },
  { id: 'error', title: titles.error, value: (row) => errorText(row.error), card: true },
  {
    id: 'createdAt',
    title: titles.createdAt,
    value: (row) => row.createdAt,
    cell: (row) => shopTime(row.createdAt),
    hidden: true,
  },
  { id: 'code', title: titles.code, value: (row) => row.name, hidden: true },
];
