import type { usersCalls } from '@skyport/contract/users';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { getUserChannel, updateChannel } from './channel.ts';
import { detailOf, todaysKey } from './detail.ts';
import { updateUser } from './edit.ts';
import { userPageHandlers } from './page.ts';
import { changePassword } from './password.ts';
import { presentUser } from './present.ts';
import { countUsers, listUsers, type UserQuery } from './store.ts';

type Calls = typeof usersCalls;

const instant = (ms: number | undefined): Date | undefined =>
  ms === undefined ? undefined : new Date(Math.min(ms, MAX_INSTANT));

/** The latest instant that JavaScript and PostgreSQL both know. */
const MAX_INSTANT = 8_640_000_000_000_000;

const userlist: Handler<Calls['userlist']> = async (input, _context, deps) => {
  const { db } = deps;
  const query: UserQuery = {
    limit: input.number,
    offset: input.offset,
    filter: input.filterStr,
    agencies: input.agencies,
    from: instant(input.fromTimestamp),
    to: instant(input.toTimestamp),
    sortBy: input.sortBy,
    descending: input.descending,
  };
  const [rows, total] = await Promise.all([listUsers(db, query), countUsers(db, query)]);
  const users = rows.map((row) => presentUser(row, todaysKey(row, deps)));
  return { users, total };
};

/** Accounts as admins see and change them. */
export const usersHandlers: HandlersOf<Calls> = {
  userlist,
  user: ({ uid }, _context, deps) => detailOf(deps, uid),
  updateUser,
  changePassword,
  getUserChannel,
  updateChannel,
  ...userPageHandlers,
};
