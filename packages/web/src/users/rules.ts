import type { usersCalls, userSorts } from '@skyport/contract/users';
import type { Input } from '@skyport/contract/call';
import { firstPage, type TableQuery } from '../ui/data-table/use-table-model.ts';

/** The most accounts that one call answers. */
export const MOST_USERS = 1000;

/** The list as the page opens: the newest hundred accounts. */
export const startQuery: TableQuery = { ...firstPage, size: 100 };

/** Days that the registration lies between, `YYYY-MM-DD`; empty for no bound. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

type Wanted = Input<typeof usersCalls.userlist>;

/**
 * What the server is asked for: days run from 00:00:00 of the first to 23:59:59 of the last, in this browser's zone.
 */
export const userInput = ({ page, size, search, sort }: TableQuery, { from, to }: DayRange): Wanted => ({
  number: size,
  offset: page * size,
  filterStr: search.trim().slice(0, 64),
  ...(from !== '' && { fromTimestamp: Math.max(0, new Date(`${from}T00:00:00`).getTime()) }),
  ...(to !== '' && { toTimestamp: Math.max(0, new Date(`${to}T23:59:59.999`).getTime()) }),
  ...(sort && { sortBy: sort.id as (typeof userSorts)[number], descending: sort.descending }),
});

/** The link that opens a Clash client with a user's subscription of today; the user's own key is not in it. */
export const debugLink = (
  origin: string,
  user: { readonly _id: string; readonly email: string; readonly dailyDescribKey: string },
): string => {
  const url = `${origin}/api/subscript/clash/${user._id}/${user.dailyDescribKey}?f=clash`;
  return `clash://install-config?url=${encodeURIComponent(url)}&name=${encodeURIComponent(user.email)}`;
};
