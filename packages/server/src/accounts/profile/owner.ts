import { refundIfThrottled, spendAttempts } from '../../platform/attempts.ts';
import type { Deps } from '../../platform/deps.ts';
import { refuse } from '../../platform/refuse.ts';
import { checkPassword } from '../log-in/password.ts';
import { findLogin } from '../store.ts';

/**
 * Makes sure that whoever wants to change what an account is entered with is its owner: a session alone could be
 * somebody's who found a browser open, and the whole account would be theirs. Refuses without the current password.
 */
export const checkOwner = async (deps: Deps, { id, password }: { id: string; password: string }): Promise<void> => {
  const taken = await spendAttempts(deps, [{ kind: 'own_password.account', key: id }]);
  const user = await findLogin(deps.db, { id });
  if (!(await refundIfThrottled(deps.db, taken, checkPassword(user?.passwordHash, password, deps))))
    refuse('loginFailed', '当前密码不正确');
};
