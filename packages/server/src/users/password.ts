import type { usersCalls } from '@skyport/contract/users';
import { inTransaction } from '@skyport/db';
import { accountByEmail, hashPassword, lockHolder, setPassword } from '../accounts/index.ts';
import type { Handler } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';

/** Another password for somebody else's account, which its owner hears of. */
export const changePassword: Handler<(typeof usersCalls)['changePassword']> = async (
  { email, password },
  { address, audited },
  deps,
) => {
  const found = (await accountByEmail(deps.db, email)) ?? refuse('notFound');
  const passwordHash = await hashPassword(password, deps);
  await inTransaction(deps.db, async (trx) => {
    const user = (await lockHolder(trx, found.id)) ?? refuse('notFound');
    await audited(trx, { ids: [user.id] }, () => setPassword(trx, deps, { user, passwordHash, address }));
  });
  return {};
};
