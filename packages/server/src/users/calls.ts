import type { usersCalls } from '@skyport/contract/users';
import { prepareExport } from '../exports/index.ts';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { getUserChannel, updateChannel } from './channel.ts';
import { detailOf, todaysKey } from './detail.ts';
import { updateUser } from './edit.ts';
import { matchOf, userExport } from './export.ts';
import { userPageHandlers } from './page.ts';
import { changePassword } from './password.ts';
import { presentUser } from './present.ts';
import { listUsers, totalUsers, type UserQuery } from './store.ts';

type Calls = typeof usersCalls;

const userlist: Handler<Calls['userlist']> = async (input, _context, deps) => {
  const { db } = deps;
  const query: UserQuery = {
    ...matchOf(input, deps),
    type: input.type,
    ids: input.ids,
    limit: input.number,
    offset: input.offset,
    sortBy: input.sortBy,
    descending: input.descending,
  };
  const total = await totalUsers(db, query);
  const rows = await listUsers(db, query, total.total);
  const users = rows.map((row) => presentUser(row, todaysKey(row, deps)));
  return { users, ...total };
};

/** Accounts as admins see and change them. */
export const usersHandlers: HandlersOf<Calls> = {
  userlist,
  exportList: ({ columns, ...filter }, by, deps) => prepareExport(userExport, { asked: { filter, columns }, by }, deps),
  user: ({ uid }, _context, deps) => detailOf(deps, uid),
  updateUser,
  changePassword,
  getUserChannel,
  updateChannel,
  ...userPageHandlers,
};
