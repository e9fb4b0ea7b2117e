import { MOST_FETCHES, type linkWatchCalls } from '@skyport/contract/link-watch';
import { ownNamesProblem, tidiedNames, type ownNamesCalls } from '@skyport/contract/own-names';
import type { subscriptionCalls } from '@skyport/contract/subscription';
import { inTransaction } from '@skyport/db';
import { changeUserkey, lockKeyRight, makeUserkey, notifyOfLinkReset, releaseTelegram } from '../accounts/index.ts';
import { DAY_MS } from '../platform/clock.ts';
import { spendAttempts } from '../platform/attempts.ts';
import { usersChanged } from '../platform/fleet-changes.ts';
import type { Deps, HandlersOf } from '../platform/deps.ts';
import { refuse, refuseField } from '../platform/refuse.ts';
import { findUserNum } from '../traffic/index.ts';
import { retainedSince, presentAlarms, presentFetches } from './link-watch/rules.ts';
import { findOwnNames, storeOwnNames } from './own-names/store.ts';
import { countNetworks, listAlarms, listFetches } from './link-watch/store.ts';

/** Who used an account's link in the days that are stored. */
const fetchesOf = async (userNum: number, { db, clock, settings }: Deps) => {
  const now = clock.now();
  const { timezone, link_network_alarm: alarmAbove } = settings.current();
  const since = retainedSince(now);
  const [rows, networks] = await Promise.all([
    listFetches(db, { userNum, since, timezone, limit: MOST_FETCHES }),
    countNetworks(db, { userNum, since, recently: new Date(now.getTime() - DAY_MS) }),
  ]);
  return presentFetches(rows, networks, alarmAbove);
};

/** Resets the customer's link, shows who uses it, and keeps the customer's own names. */
export const subscriptionHandlers: HandlersOf<typeof subscriptionCalls & typeof linkWatchCalls & typeof ownNamesCalls> =
  {
    resetUserkey: async (_input, { caller, address }, deps) => {
      await spendAttempts(deps, [{ kind: 'userkey.account', key: caller.id }]);
      const key = makeUserkey(caller.id, deps);
      await inTransaction(deps.db, async (trx) => {
        if (!(await lockKeyRight(trx, caller.id))) refuse('accountForbids');
        await changeUserkey(trx, caller.id, key);
        await usersChanged(trx, deps, [caller.num]);
        // Before the mail: the chat gets one message about both, and is unbound by it.
        await releaseTelegram(trx, deps, { userId: caller.id, reason: 'link' });
        await notifyOfLinkReset(trx, deps, { userId: caller.id, address });
      });
      deps.crash.at('key-reset.after-commit');
      return { userkey: key.userkey };
    },

    linkFetches: async (_input, { caller }, deps) => fetchesOf(caller.num, deps),

    linkFetchesOf: async ({ userId }, _context, deps) => {
      const userNum = await findUserNum(deps.db, userId);
      return userNum === undefined ? refuse('notFound') : fetchesOf(userNum, deps);
    },

    linkAlarms: async (_input, _context, { db }) => presentAlarms(await listAlarms(db)),

    ownNames: (_input, { caller }, { db }) => findOwnNames(db, caller.num),

    setOwnNames: async (input, { caller }, { db }) => {
      const names = tidiedNames(input);
      const problem = ownNamesProblem(names);
      if (problem) refuseField(problem);
      await inTransaction(db, (trx) => storeOwnNames(trx, caller.num, names));
      return names;
    },
  };
