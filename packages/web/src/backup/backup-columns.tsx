import {
  type Backup,
  backupOriginNames,
  type BackupState,
  backupStateNames,
  type RestoreState,
  restoreStateNames,
} from '@skyport/contract/backup';
import { Text } from '@mantine/core';
import type { Column } from '../ui/data-table/column.ts';
import { twoLines } from '../ui/data-table/two-lines.tsx';
import { traffic } from '../ui/format.ts';
import { pill, type PillTone } from '../ui/pill.tsx';
import { shopDate, shopTime } from '../ui/shop-time.ts';
import { ageText, texts } from './texts.ts';

const { columns: titles } = texts;

const tones: Readonly<Record<BackupState, PillTone>> = {
  waiting: 'plain',
  writing: 'accent',
  unchecked: 'plain',
  good: undefined,
  damaged: 'bad',
  failed: 'bad',
  missing: 'bad',
};
const restoreTones: Readonly<Record<RestoreState, PillTone>> = {
  waiting: 'plain',
  running: 'accent',
  passed: undefined,
  failed: 'bad',
};

const stateText = ({ state, percent, deleting }: Backup): string => {
  if (deleting) return texts.deleting;
  return state === 'writing' ? texts.writing(percent) : backupStateNames[state];
};

const checkText = ({ state, checkedAt }: Backup, show: (instant: string) => string): string => {
  if (state === 'damaged') return texts.wrong;
  return checkedAt === null ? texts.unchecked : texts.checkedAt(show(checkedAt));
};

const restoreText = ({ restoreState }: Backup): string =>
  restoreState === null ? texts.notTried : restoreStateNames[restoreState];

/** The day of the last finished trial restore; empty without one. */
const restoredDay = ({ restoreState, restoredAt }: Backup): string =>
  restoreState === 'passed' || restoreState === 'failed' ? shopDate(restoredAt) : '';

const problemText = (row: Backup): string =>
  [row.problem, row.restoreProblem, row.copyProblem].filter((text) => text !== '').join('；');

/** File name, origin and problem, one below the other. */
const fileCell = (row: Backup) => (
  <>
    {twoLines(row.file, backupOriginNames[row.origin])}
    <Text size="xs" c="var(--sp-bad)" maw="22rem" style={{ whiteSpace: 'normal' }}>
      {problemText(row)}
    </Text>
  </>
);

/** Columns that are hidden by default. */
const moreColumns: readonly Column<Backup>[] = [
  { id: 'problem', title: titles.problem, value: problemText, hidden: true },
  { id: 'checked', title: titles.checked, value: (row) => checkText(row, shopTime), hidden: true },
  {
    id: 'copy',
    title: titles.copy,
    value: (row) => row.copiedAt,
    cell: (row) => shopTime(row.copiedAt),
    hidden: true,
  },
  { id: 'origin', title: titles.origin, value: (row) => backupOriginNames[row.origin], hidden: true },
  { id: 'rows', title: titles.rows, value: (row) => row.rows, numeric: true, hidden: true },
];

/** The columns of the page of backups; ages are those of `now`. */
export const backupColumns = (now: number): readonly Column<Backup>[] => [
  {
    id: 'file',
    title: titles.file,
    value: (row) => row.file,
    cell: fileCell,
    heading: true,
  },
  {
    id: 'state',
    title: titles.state,
    value: stateText,
    cell: (row) => twoLines(pill(stateText(row), tones[row.state]), checkText(row, shopDate)),
    card: true,
  },
  {
    id: 'startedAt',
    title: titles.startedAt,
    value: (row) => row.startedAt,
    cell: (row) => twoLines(shopTime(row.startedAt), texts.ago(ageText(now - Date.parse(row.startedAt)))),
    card: true,
  },
  {
    id: 'age',
    title: titles.age,
    value: (row) => now - Date.parse(row.startedAt),
    cell: (row) => ageText(now - Date.parse(row.startedAt)),
    csv: (row) => ageText(now - Date.parse(row.startedAt)),
    numeric: true,
    hidden: true,
  },
  {
    id: 'restore',
    title: titles.restore,
    value: (row) => `${restoreText(row)} ${restoredDay(row)}`.trim(),
    cell: (row) =>
      twoLines(
        pill(restoreText(row), row.restoreState === null ? 'plain' : restoreTones[row.restoreState]),
        restoredDay(row),
      ),
    card: true,
  },
  {
    id: 'bytes',
    title: titles.bytes,
    value: (row) => row.bytes,
    cell: (row) => (row.bytes === null ? '' : traffic(row.bytes)),
    numeric: true,
    card: true,
  },
  ...moreColumns,
];
