import type { usersCalls, userSorts } from '@skyport/contract/users';
import type { Input } from '@skyport/contract/call';
import { anyDay, type DayRange, timestampsOf } from '../list-page/day-range.tsx';
import { firstPage, type TableQuery } from '../ui/data-table/use-table-model.ts';

/** The most accounts that one call answers. */
export const MOST_USERS = 1000;

/** The list as the page opens: the newest hundred accounts. */
export const startQuery: TableQuery = { ...firstPage, size: 100 };

type Wanted = Input<typeof usersCalls.userlist>;

/** Filters of the page in addition to its search; empty shows all users. */
export interface UserFilters extends DayRange {
  readonly state: '' | NonNullable<Wanted['state']>;
}

export const noFilters: UserFilters = { ...anyDay, state: '' };

/** Which accounts are meant. */
export const userFilter = (
  search: string,
  { state, ...days }: UserFilters,
): Pick<Wanted, 'filterStr' | 'fromTimestamp' | 'toTimestamp' | 'state'> => ({
  filterStr: search.trim().slice(0, 64),
  ...timestampsOf(days),
  ...(state !== '' && { state }),
});

/** What the server is asked for. */
export const userInput = ({ page, size, search, sort }: TableQuery, filters: UserFilters): Wanted => ({
  ...userFilter(search, filters),
  number: size,
  offset: page * size,
  ...(sort && { sortBy: sort.id as (typeof userSorts)[number], descending: sort.descending }),
});

/** Whether the order is that of figures which the server updates every ten minutes. */
export const isSortedByCopy = ({ sort }: TableQuery): boolean =>
  sort !== null && ['lastActiveTime', 'spendTraffic'].includes(sort.id);

/** The link that opens a Clash client with a user's subscription of today; the user's own key is not in it. */
export const debugLink = (
  origin: string,
  user: { readonly _id: string; readonly email: string; readonly dailyDescribKey: string },
): string => {
  const url = `${origin}/api/subscript/clash/${user._id}/${user.dailyDescribKey}?f=clash`;
  return `clash://install-config?url=${encodeURIComponent(url)}&name=${encodeURIComponent(user.email)}`;
};
