import { userSorts, type UserRow } from '@skyport/contract/users';
import {
  type UserColumn,
  userColumnTitles as titles,
  userStateNames,
  userStateOf,
  userTypeText,
} from '@skyport/contract/users-columns';
import type { Column } from '../ui/data-table/column.ts';
import { traffic, yuan } from '../ui/format.ts';
import { shopDate, shopTime } from '../ui/shop-time.ts';
import { texts } from './texts.ts';
import { UserState } from './user-state.tsx';

const leftOf = ({ traffic: given, spendTraffic }: UserRow): number => given - spendTraffic;

const all: readonly (Column<UserRow> & { readonly id: UserColumn })[] = [
  { id: 'email', title: titles.email, value: (row) => row.email, heading: true },
  {
    id: 'state',
    title: titles.state,
    value: (row) => userStateNames[userStateOf(row, Date.now())],
    cell: (row) => <UserState user={row} />,
    card: true,
  },
  {
    id: 'left',
    title: titles.left,
    value: leftOf,
    cell: (row) => traffic(leftOf(row)),
    numeric: true,
    card: true,
  },
  {
    id: 'vipExpireTime',
    title: titles.vipExpireTime,
    value: (row) => row.vipExpireTime,
    cell: (row) => (row.vipExpireTime === null ? texts.none : shopDate(row.vipExpireTime)),
    card: true,
  },
  { id: 'type', title: titles.type, value: userTypeText, below: 'email' },
  { id: 'channel', title: titles.channel, value: (row) => row.channel_code, card: true, below: 'email' },
  {
    id: 'traffic',
    title: titles.traffic,
    value: (row) => row.traffic,
    cell: (row) => traffic(row.traffic),
    numeric: true,
    below: 'left',
  },
  {
    id: 'spendTraffic',
    title: titles.spendTraffic,
    value: (row) => row.spendTraffic,
    cell: (row) => traffic(row.spendTraffic),
    numeric: true,
    hidden: true,
  },
  {
    id: 'money',
    title: titles.money,
    value: (row) => row.wallet_money,
    cell: (row) => yuan(row.wallet_money),
    numeric: true,
    hidden: true,
  },
  { id: 'paid', title: titles.paid, value: (row) => row.paidUser, hidden: true },
  {
    id: 'createTime',
    title: titles.createTime,
    value: (row) => row.createTime,
    cell: (row) => shopTime(row.createTime),
    hidden: true,
  },
  {
    id: 'lastActiveTime',
    title: titles.lastActiveTime,
    value: (row) => row.lastActiveTime,
    cell: (row) => <span title={shopTime(row.lastActiveTime)}>{shopDate(row.lastActiveTime)}</span>,
  },
  { id: 'scale', title: titles.scale, value: (row) => row.scale, numeric: true, hidden: true },
  { id: 'agency', title: titles.agency, value: (row) => row.is_agency, hidden: true },
  { id: 'agencyUser', title: titles.agencyUser, value: (row) => row.is_agency_user, hidden: true },
  {
    id: 'daily',
    title: titles.daily,
    value: (row) => (row.specialDailyUnlimitTraffic ? row.dailyUnlimitTraffic : null),
    numeric: true,
    hidden: true,
  },
  { id: 'forceReward', title: titles.forceReward, value: (row) => row.forceReward, hidden: true },
  { id: 'firstUrl', title: titles.firstUrl, value: (row) => row.first_url, hidden: true },
  { id: 'lastUrl', title: titles.lastUrl, value: (row) => row.last_url, hidden: true },
  { id: 'id', title: titles.id, value: (row) => row._id, hidden: true },
];

const sorts: readonly string[] = userSorts;

/** The columns of the user page; only those that the server sorts by can be sorted. */
export const userColumns = all.map((column) => ({ ...column, sortable: sorts.includes(column.id) }));
