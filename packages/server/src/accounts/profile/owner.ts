import type { Db } from '@skyport/db';
import { refundIfThrottled, spendAttempts } from '../../platform/attempts.ts';
import type { Account, Deps } from '../../platform/deps.ts';
import { refuse } from '../../platform/refuse.ts';
import { checkPassword } from '../log-in/password.ts';
import { lockHolder, type HolderRow } from '../mailed-links/store.ts';
import { sessionExists } from '../sessions/store.ts';
import { findLogin } from '../store.ts';

const refuseWrong = (): never => refuse('loginFailed', '当前密码不正确');

/**
 * Makes sure that whoever wants to change what an account is entered with is its owner: a session alone could be
 * somebody's who found a browser open, and the whole account would be theirs. Refuses without the current password;
 * gives what is stored of it, for `lockOwner`.
 */
export const checkOwner = async (deps: Deps, { id, password }: { id: string; password: string }): Promise<string> => {
  const taken = await spendAttempts(deps, [{ kind: 'own_password.account', key: id }]);
  const user = await findLogin(deps.db, { id });
  const right = await refundIfThrottled(deps.db, taken, checkPassword(user?.passwordHash, password, deps));
  return user && right ? user.passwordHash : refuseWrong();
};

/**
 * The caller's account, locked until the transaction ends. Looking at a password takes long, and meanwhile the owner
 * may have taken the account back: refuses a caller whose session has ended since, and one whose password was checked
 * but is not the account's any more. `checked` is what `checkOwner` gave, or undefined where no password was asked for.
 */
export const lockOwner = async (trx: Db, caller: Account, checked: string | undefined): Promise<HolderRow> => {
  const holder = await lockHolder(trx, caller.id);
  if (!holder || !(await sessionExists(trx, caller.session))) return refuse('sessionExpired');
  return checked === undefined || holder.passwordHash === checked ? holder : refuseWrong();
};
