import { inviteCalls, MOST_INVITED, type Reward } from '@skyport/contract/invite';
import {
  type ChargeRequest,
  MOST_WALLET_ROWS,
  type SpendRecord,
  walletCalls as calls,
} from '@skyport/contract/withdrawals';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall } from '../api/index.ts';
import { NextStep } from '../list-page/next-step.tsx';
import type { Column } from '../ui/data-table/column.ts';
import { DataTable } from '../ui/data-table/data-table.tsx';
import { dateTime } from '../ui/format.ts';
import { NewestOnly } from '../ui/newest-only.tsx';
import { pill } from '../ui/pill.tsx';
import { walletYuan } from '../ui/wallet-yuan.ts';
import { usdtText } from './format.ts';
import { walletTexts } from './texts.ts';

const { charges, rewards, spends, states } = walletTexts;

const chargeColumns: readonly Column<ChargeRequest>[] = [
  {
    id: 'time',
    title: charges.columns.time,
    value: (row) => row.requestTime,
    cell: (row) => dateTime(row.requestTime),
    heading: true,
  },
  {
    id: 'money',
    title: charges.columns.money,
    value: (row) => row.money,
    cell: (row) => walletYuan(row.money),
    numeric: true,
    card: true,
  },
  {
    id: 'usdt',
    title: charges.columns.usdt,
    value: (row) => row.usdt,
    cell: (row) => usdtText(row.usdt),
    numeric: true,
    card: true,
  },
  {
    id: 'state',
    title: charges.columns.state,
    value: (row) => states[row.status],
    cell: (row) => pill(states[row.status], row.status === 'request' ? 'accent' : 'plain'),
    card: true,
  },
  {
    id: 'left',
    title: charges.columns.left,
    value: (row) => row.left,
    cell: (row) => walletYuan(row.left),
    numeric: true,
  },
  { id: 'msg', title: charges.columns.msg, value: (row) => row.msg, card: true },
  { id: 'address', title: charges.columns.address, value: (row) => `${row.addressType} ${row.address}`, hidden: true },
  {
    id: 'paid',
    title: charges.columns.paid,
    value: (row) => row.paidTime,
    cell: (row) => dateTime(row.paidTime),
    hidden: true,
  },
  { id: 'txid', title: charges.columns.txid, value: (row) => row.txid, hidden: true },
];

interface LedgerProps<Row> {
  readonly label: string;
  readonly read: UseQueryResult<readonly Row[]>;
  readonly columns: readonly Column<Row>[];
  readonly rowName: (row: Row) => string;
  /** What makes the first row. */
  readonly nothing: string;
  /** The most rows that the server answers. */
  readonly most: number;
}

/** One list of the wallet's page. */
const Ledger = <Row extends { readonly _id: string }>({
  read,
  nothing,
  most,
  ...table
}: LedgerProps<Row>): ReactNode => (
  <section className="sp-card">
    <DataTable
      {...table}
      level={2}
      rows={read.data}
      read={read}
      rowKey={(row) => row._id}
      search={null}
      exports={false}
      next={<NextStep text={nothing} />}
    />
    <NewestOnly rows={read.data} most={most} />
  </section>
);

/** The account's withdrawals. */
export const Charges = (): ReactNode => {
  const read = useCall(calls.chargeList, {});
  return (
    <Ledger
      label={charges.title}
      read={read}
      columns={chargeColumns}
      rowName={(row) => dateTime(row.requestTime)}
      nothing={charges.nothing}
      most={MOST_WALLET_ROWS}
    />
  );
};

const rewardColumns: readonly Column<Reward>[] = [
  { id: 'desc', title: rewards.columns.desc, value: (row) => row.desc, heading: true },
  {
    id: 'time',
    title: rewards.columns.time,
    value: (row) => row.buyTime,
    cell: (row) => dateTime(row.buyTime),
    card: true,
  },
  {
    id: 'reward',
    title: rewards.columns.reward,
    value: (row) => row.reward,
    cell: (row) => spends.plus(walletYuan(row.reward)),
    numeric: true,
    card: true,
  },
  { id: 'state', title: rewards.columns.state, value: () => rewards.credited, card: true },
  {
    id: 'left',
    title: rewards.columns.left,
    value: (row) => row.left,
    cell: (row) => walletYuan(row.left),
    numeric: true,
  },
];

/** Rebates that went into the wallet. */
export const Rewards = (): ReactNode => {
  const read = useCall(inviteCalls.rewardList, {});
  return (
    <Ledger
      label={rewards.title}
      read={read}
      columns={rewardColumns}
      rowName={(row) => row.desc}
      nothing={rewards.nothing}
      most={MOST_INVITED}
    />
  );
};

/** What a line changed, with its sign. */
const changeText = ({ spendMoney }: SpendRecord): string =>
  spendMoney > 0 ? spends.minus(walletYuan(spendMoney)) : spends.plus(walletYuan(-spendMoney));

const spendColumns: readonly Column<SpendRecord>[] = [
  { id: 'desc', title: spends.columns.desc, value: (row) => row.desc, heading: true },
  { id: 'time', title: spends.columns.time, value: (row) => row.time, cell: (row) => dateTime(row.time), card: true },
  {
    id: 'change',
    title: spends.columns.change,
    value: (row) => -row.spendMoney,
    cell: changeText,
    numeric: true,
    card: true,
  },
  {
    id: 'left',
    title: spends.columns.left,
    value: (row) => row.left,
    cell: (row) => walletYuan(row.left),
    numeric: true,
    card: true,
  },
];

/** What the wallet spent and got back. */
export const Spends = (): ReactNode => {
  const read = useCall(calls.spendList, {});
  return (
    <Ledger
      label={spends.title}
      read={read}
      columns={spendColumns}
      rowName={(row) => row.desc}
      nothing={spends.nothing}
      most={MOST_WALLET_ROWS}
    />
  );
};
