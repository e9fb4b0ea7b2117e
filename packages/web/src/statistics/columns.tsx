import type { DayFigures } from '@skyport/contract/statistics';
import type { Column } from '../ui/data-table/column.ts';
import { gb, traffic, yuan } from '../ui/format.ts';
import { texts } from './texts.ts';

const day: Column<DayFigures> = {
  id: 'day',
  title: texts.day,
  value: (row) => row.day,
  cell: (row) => (
    <span className="sp-row">
      {row.day}
      {!row.closed && (
        <span className="sp-pill" data-tone="accent">
          {texts.live}
        </span>
      )}
    </span>
  ),
  heading: true,
};

const count = (id: string, title: string, value: (row: DayFigures) => number): Column<DayFigures> => ({
  id,
  title,
  value,
  numeric: true,
  card: true,
});

/** Bytes as people read them; in the file in G. */
const bytes = (id: string, title: string, value: (row: DayFigures) => number): Column<DayFigures> => ({
  ...count(id, title, value),
  cell: (row) => traffic(value(row)),
  csv: (row) => gb(value(row)),
});

const { payments, traffic: used, lottery } = texts;

/** Columns of the three tables. */
export const tables: readonly { readonly title: string; readonly columns: readonly Column<DayFigures>[] }[] = [
  {
    title: payments.title,
    columns: [
      day,
      { ...count('income', payments.columns.income, (row) => row.income), cell: (row) => yuan(row.income) },
      count('orders', payments.columns.orders, (row) => row.payNum),
      count('signs', payments.columns.signs, (row) => row.signUseNum),
    ],
  },
  {
    title: used.title,
    columns: [
      day,
      count('users', used.columns.users, (row) => row.normalUserNum),
      bytes('used', used.columns.used, (row) => row.normalTraffic),
      bytes('average', used.columns.average, (row) => row.normalAvg),
      count('dayUsers', used.columns.dayUsers, (row) => row.dayUserNum),
      bytes('dayUsed', used.columns.dayUsed, (row) => row.dayTrafficUse),
      bytes('dayAverage', used.columns.dayAverage, (row) => row.dayAvg),
    ],
  },
  {
    title: lottery.title,
    columns: [
      day,
      count('draws', lottery.columns.draws, (row) => row.lotterySpendNum),
      bytes('cost', lottery.columns.cost, (row) => row.lotterySpendTraffic),
      count('prizes', lottery.columns.prizes, (row) => row.lotteryRewardNum),
      bytes('gain', lottery.columns.gain, (row) => row.lotteryRewardTraffic),
    ],
  },
];

/** Every column once, for the file of all days. */
export const allColumns: readonly Column<DayFigures>[] = [
  day,
  ...tables.flatMap(({ columns }) => columns.filter(({ id }) => id !== day.id)),
];
