import type { usersCalls } from '@skyport/contract/users';
import { userkeyAssociatedData } from '../accounts/index.ts';
import { dayOf } from '../platform/clock.ts';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { dailyKeyOf } from '../subscription/index.ts';
import { presentUser } from './present.ts';
import { countUsers, listUsers, type UserQuery } from './store.ts';

type Calls = typeof usersCalls;

const instant = (ms: number | undefined): Date | undefined =>
  ms === undefined ? undefined : new Date(Math.min(ms, MAX_INSTANT));

/** The latest instant that JavaScript and PostgreSQL both know. */
const MAX_INSTANT = 8_640_000_000_000_000;

const userlist: Handler<Calls['userlist']> = async (input, _context, { db, clock, settings, secrets }) => {
  const query: UserQuery = {
    limit: input.number,
    offset: input.offset,
    filter: input.filterStr,
    from: instant(input.fromTimestamp),
    to: instant(input.toTimestamp),
    sortBy: input.sortBy,
    descending: input.descending,
  };
  const [rows, total] = await Promise.all([listUsers(db, query), countUsers(db, query)]);
  const today = dayOf(clock.now(), settings.current().timezone);
  const users = rows.map((row) => {
    const userkey = secrets.decrypt(row.userkey_enc, userkeyAssociatedData(row.id));
    return presentUser(row, dailyKeyOf(secrets, userkey, today));
  });
  return { users, total };
};

/** Accounts as admins see them. */
export const usersHandlers: HandlersOf<Calls> = { userlist };
