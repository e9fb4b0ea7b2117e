import { GIB } from '@skyport/contract/units';
import { UserFilter, type UserRow } from '@skyport/contract/users';
import {
  type UserColumn,
  userColumnTitles as titles,
  userStateNames,
  userStateOf,
  userTypeText,
} from '@skyport/contract/users-columns';
import type { ExportCell, ExportColumn, ExportedList } from '../platform/list-export.ts';
import type { Deps } from '../platform/deps.ts';
import { presentUser } from './present.ts';
import { countUsers, listUsersBehind, type UserMatch } from './store.ts';

/** The latest instant that JavaScript and PostgreSQL both know. */
const MAX_INSTANT = 8_640_000_000_000_000;

const instant = (ms: number | undefined): Date | undefined =>
  ms === undefined ? undefined : new Date(Math.min(ms, MAX_INSTANT));

/** Which accounts a filter means. */
export const matchOf = (
  { filterStr, agencies, fromTimestamp, toTimestamp, state }: UserFilter,
  { clock }: Pick<Deps, 'clock'>,
): UserMatch => ({
  filter: filterStr,
  agencies,
  from: instant(fromTimestamp),
  to: instant(toTimestamp),
  state,
  now: clock.now(),
});

type ListedUser = UserRow & { readonly id: string; readonly state: keyof typeof userStateNames };

const inGigabytes = (title: string): string => `${title}（G）`;
const gb = (bytes: number): number => Math.round((bytes / GIB) * 1000) / 1000;
const time = (iso: string | null): ExportCell => (iso === null ? null : new Date(iso));

/** The columns of the user page; traffic in G with at most 3 decimals, so that it can be summed up. */
const columns: Readonly<Record<UserColumn, ExportColumn<ListedUser>>> = {
  email: { title: titles.email, cell: (row) => row.email },
  state: { title: titles.state, cell: (row) => userStateNames[row.state] },
  type: { title: titles.type, cell: userTypeText },
  channel: { title: titles.channel, cell: (row) => row.channel_code },
  traffic: { title: inGigabytes(titles.traffic), cell: (row) => gb(row.traffic) },
  left: { title: inGigabytes(titles.left), cell: (row) => gb(row.traffic - row.spendTraffic) },
  spendTraffic: { title: inGigabytes(titles.spendTraffic), cell: (row) => gb(row.spendTraffic) },
  vipExpireTime: { title: titles.vipExpireTime, cell: (row) => time(row.vipExpireTime) },
  money: { title: titles.money, cell: (row) => row.wallet_money },
  paid: { title: titles.paid, cell: (row) => row.paidUser },
  createTime: { title: titles.createTime, cell: (row) => time(row.createTime) },
  lastActiveTime: { title: titles.lastActiveTime, cell: (row) => time(row.lastActiveTime) },
  scale: { title: titles.scale, cell: (row) => row.scale },
  agency: { title: titles.agency, cell: (row) => row.is_agency },
  agencyUser: { title: titles.agencyUser, cell: (row) => row.is_agency_user },
  daily: {
    title: titles.daily,
    cell: (row) => (row.specialDailyUnlimitTraffic ? row.dailyUnlimitTraffic : null),
  },
  forceReward: { title: titles.forceReward, cell: (row) => row.forceReward },
  firstUrl: { title: titles.firstUrl, cell: (row) => row.first_url },
  lastUrl: { title: titles.lastUrl, cell: (row) => row.last_url },
  id: { title: titles.id, cell: (row) => row._id },
};

/** The accounts as a file: what their list shows, and no key. */
export const userExport: ExportedList<UserFilter, ListedUser> = {
  name: '用户',
  filter: UserFilter,
  columns,
  count: (deps, filter) => countUsers(deps.db, matchOf(filter, deps)),
  read: async (deps, { filter, after, limit }) => {
    const place = after === undefined ? undefined : Number(after);
    const rows = await listUsersBehind(deps.db, matchOf(filter, deps), { after: place, limit });
    return rows.map((row) => {
      const user = presentUser(row, '');
      return { ...user, id: String(row.num), state: userStateOf(user, deps.clock.now().getTime()) };
    });
  },
};
