import { type InvitedUser, inviteCalls as calls, MOST_INVITED, type Reward } from '@skyport/contract/invite';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NextStep } from '../list-page/next-step.tsx';
import { usePagedList } from '../list-page/use-paged-list.ts';
import type { Column } from '../ui/data-table/column.ts';
import { DataTable } from '../ui/data-table/data-table.tsx';
import { firstPage, type RemoteRows, type TableQuery } from '../ui/data-table/use-table-model.ts';
import { dateTime } from '../ui/format.ts';
import { walletYuan } from '../ui/wallet-yuan.ts';
import { texts } from './texts.ts';

/** A page of the table as rows that the server is asked for. */
const limitAndOffset = ({ page, size }: TableQuery): { limit: number; offset: number } => ({
  limit: size,
  offset: page * size,
});

const money = (value: (row: Reward) => number) => ({
  value,
  cell: (row: Reward) => walletYuan(value(row)),
  numeric: true,
  sortable: false,
});

const userTitles = texts.invitedUsers.columns;
const userColumns: readonly Column<InvitedUser>[] = [
  { id: 'email', title: userTitles.email, value: (row) => row.email, heading: true, sortable: false },
  {
    id: 'time',
    title: userTitles.time,
    value: (row) => row.createTime,
    cell: (row) => dateTime(row.createTime),
    sortable: false,
  },
];

const rewardTitles = texts.rewards.columns;
const rewardColumns: readonly Column<Reward>[] = [
  { id: 'what', title: rewardTitles.what, value: (row) => row.desc, heading: true, sortable: false },
  { id: 'who', title: rewardTitles.who, value: (row) => row.comsumer_name, sortable: false, card: true },
  { id: 'spent', title: rewardTitles.spent, ...money((row) => row.userSpend), card: true },
  { id: 'reward', title: rewardTitles.reward, ...money((row) => row.reward), card: true },
  { id: 'left', title: rewardTitles.left, ...money((row) => row.left) },
  {
    id: 'time',
    title: rewardTitles.time,
    value: (row) => row.buyTime,
    cell: (row) => dateTime(row.buyTime),
    sortable: false,
    card: true,
  },
];

/** Both lists are read a page at a time, from the first one on, without filters. */
const pagedListOptions = { input: limitAndOffset, start: firstPage, filters: {}, most: MOST_INVITED };

interface ListedProps<Row> {
  readonly texts: { readonly title: string; readonly nothing: string };
  readonly list: { readonly read: UseQueryResult<readonly Row[]>; readonly remote: RemoteRows };
  readonly total: number;
  readonly columns: readonly Column<Row>[];
  readonly rowName: (row: Row) => string;
}

/** One list of the page: the server cuts it, and says elsewhere how long it is. */
const Listed = <Row extends { readonly _id: string }>(props: ListedProps<Row>): ReactNode => {
  const { read, remote } = props.list;
  return (
    <section className="sp-card">
      <DataTable
        label={props.texts.title}
        level={2}
        rows={read.data}
        read={read}
        columns={props.columns}
        rowKey={(row) => row._id}
        rowName={props.rowName}
        search={null}
        exports={false}
        remote={{ ...remote, total: props.total }}
        next={<NextStep text={props.texts.nothing} />}
      />
    </section>
  );
};

/** Accounts that came by the link; `total` of them. */
export const InvitedUsers = ({ total }: { total: number }): ReactNode => {
  const list = usePagedList({ call: calls.invitedUsers, ...pagedListOptions });
  return (
    <Listed texts={texts.invitedUsers} list={list} total={total} columns={userColumns} rowName={({ email }) => email} />
  );
};

/** Rebates that went into the wallet; `total` of them. */
export const Rewards = ({ total }: { total: number }): ReactNode => {
  const list = usePagedList({ call: calls.rewardList, ...pagedListOptions });
  return (
    <Listed texts={texts.rewards} list={list} total={total} columns={rewardColumns} rowName={({ desc }) => desc} />
  );
};
