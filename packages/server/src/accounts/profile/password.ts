import type { accountsCalls } from '@skyport/contract/accounts';
import { inTransaction } from '@skyport/db';
import type { Handler } from '../../platform/deps.ts';
import { refuse } from '../../platform/refuse.ts';
import { hashPassword } from '../log-in/password.ts';
import { setPassword } from '../log-in/set-password.ts';
import { findHolder } from '../mailed-links/store.ts';
import { checkOwner, lockOwner } from './owner.ts';

/** Another password for whoever is logged in and knows the current one; only the session that asks goes on. */
export const setOwnPassword: Handler<(typeof accountsCalls)['setPassword']> = async (input, context, deps) => {
  const { caller, address } = context;
  const found = (await findHolder(deps.db, caller.id)) ?? refuse('sessionExpired');
  if (!found.canChangePassword) refuse('accountForbids');
  const checked = await checkOwner(deps, { id: caller.id, password: input.current });
  const passwordHash = await hashPassword(input.password, deps);
  const ended = await inTransaction(deps.db, async (trx) => {
    const user = await lockOwner(trx, caller, checked);
    return setPassword(trx, deps, { user, passwordHash, address, keep: caller.session });
  });
  return { ended };
};
