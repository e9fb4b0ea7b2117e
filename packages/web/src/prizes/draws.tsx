import { type Draw, MOST_DRAWS, prizesCalls as calls } from '@skyport/contract/prizes';
import type { ReactNode } from 'react';
import { useCall } from '../api/index.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { NextStep } from '../list-page/next-step.tsx';
import { copyWithToast } from '../ui/copy-button.tsx';
import type { Column } from '../ui/data-table/column.ts';
import { dateTime, traffic } from '../ui/format.ts';
import { NewestOnly } from '../ui/newest-only.tsx';
import { wonParts } from './rules.ts';
import { texts } from './texts.ts';

const { columns: titles } = texts.draws;

const won = (draw: Draw): string => wonParts(draw).join('、') || texts.draws.none;

const columns: readonly Column<Draw>[] = [
  { id: 'name', title: titles.name, value: (row) => row.name, heading: true },
  { id: 'won', title: titles.won, value: won, card: true },
  {
    id: 'cost',
    title: titles.cost,
    value: (row) => row.cost,
    cell: (row) => traffic(row.cost),
    numeric: true,
    card: true,
  },
  { id: 'code', title: titles.code, value: (row) => row.coupon?.code ?? '', card: true },
  { id: 'time', title: titles.time, value: (row) => row.time, cell: (row) => dateTime(row.time), card: true },
];

/** The customer's own newest draws. */
export const Draws = (): ReactNode => {
  const read = useCall(calls.draws, {});
  return (
    <ListPage
      texts={texts.draws}
      read={read}
      columns={columns}
      exports={false}
      rowActions={({ coupon }) =>
        coupon ? [{ label: texts.result.copy, first: true, run: () => void copyWithToast(coupon.code) }] : []
      }
      next={read.data?.length === 0 && <NextStep text={texts.draws.nothing} />}
    >
      <NewestOnly rows={read.data} most={MOST_DRAWS} />
    </ListPage>
  );
};
