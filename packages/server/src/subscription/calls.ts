import type { subscriptionCalls } from '@skyport/contract/subscription';
import { inTransaction } from '@skyport/db';
import { makeUserkey } from '../accounts/index.ts';
import { usersChanged } from '../platform/fleet-changes.ts';
import type { HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { changeUserkey, lockKeyRight } from './store.ts';

/** The customer's own link. */
export const subscriptionHandlers: HandlersOf<typeof subscriptionCalls> = {
  resetUserkey: async (_input, { caller }, deps) => {
    const key = makeUserkey(caller.id, deps);
    await inTransaction(deps.db, async (trx) => {
      if (!(await lockKeyRight(trx, caller.id))) refuse('accountForbids');
      await changeUserkey(trx, caller.id, key);
      await usersChanged(trx, deps, [caller.num]);
    });
    deps.crash.at('key-reset.after-commit');
    return { userkey: key.userkey };
  },
};
