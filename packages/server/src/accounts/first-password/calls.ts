import type { firstPasswordCalls } from '@skyport/contract/first-password';
import { inTransaction } from '@skyport/db';
import { addressAttempts } from '../../platform/attempt-limits.ts';
import { refundAttempts } from '../../platform/attempts-store.ts';
import { refundIfThrottled, spendAttempts } from '../../platform/attempts.ts';
import type { HandlersOf } from '../../platform/deps.ts';
import { refuse } from '../../platform/refuse.ts';
import { sha256 } from '../../platform/secrets.ts';
import { noteLogin } from '../log-in/login-place.ts';
import { hashPassword } from '../log-in/password.ts';
import { lockHolder } from '../mailed-links/store.ts';
import { findByPasswordLink, setFirstHash } from './store.ts';

/** The first password of an account that somebody else has made. Wrong codes are bounded by where they come from. */
export const firstPasswordHandlers: HandlersOf<typeof firstPasswordCalls> = {
  firstPasswordOf: async ({ code }, { address }, deps) => {
    const taken = await spendAttempts(deps, addressAttempts('setup.address', address));
    const found = (await findByPasswordLink(deps.db, sha256(code), deps.clock.now())) ?? refuse('notFound');
    await refundAttempts(deps.db, taken);
    return { email: found.email };
  },
  setFirstPassword: async ({ code, password }, context, deps) => {
    const taken = await spendAttempts(deps, addressAttempts('setup.address', context.address));
    const passwordHash = await refundIfThrottled(deps.db, taken, hashPassword(password, deps));
    const user = await inTransaction(deps.db, async (trx) => {
      const find = () => findByPasswordLink(trx, sha256(code), deps.clock.now());
      const found = (await find()) ?? refuse('notFound');
      const holder = (await lockHolder(trx, found.id)) ?? refuse('notFound');
      // While the account was waited for, another link may have taken the place of this one.
      if (!(await find())) return refuse('notFound');
      // Of two who set it at once the second finds that there is one.
      if (!(await setFirstHash(trx, holder.id, passwordHash))) return refuse('notFound');
      return holder;
    });
    await refundAttempts(deps.db, taken);
    await noteLogin(deps, user.id, context);
    const { id, type, secondStep } = user;
    if (!(await context.startSession({ id, type, passwordHash, secondStep }))) refuse('sessionExpired');
    return {};
  },
};
