import { STEP_UP_ATTEMPTS } from '@skyport/contract/step-up';
import { inTransaction } from '@skyport/db';
import { tell } from '../notices/index.ts';
import type { Account, Deps } from '../platform/deps.ts';
import { takeAttempts } from '../platform/attempts.ts';
import { refundAttempts } from '../platform/attempts-store.ts';
import { bell } from './letters.ts';
import { happening } from './recover.ts';
import { removeSessionOf, returnLookTry, takeLookTry } from './session-store.ts';

/** Whose answer is looked at, and the client address that sent it. */
interface Asked {
  readonly account: Account;
  readonly address: string;
}

/** What a try came to: what a right answer gave, the session ended, or how many tries it has left. */
export type LookTry<T> = { readonly right: T } | 'ended' | { readonly left: number };

/**
 * Takes a try of proving who is at a session: from the session, which ends with its last one, and from the account,
 * which outlives the sessions that hand-offs make. Both are taken before `look` begins, so that many at once are no more
 * tries than one after another, and given back when it gives something, or throws because it could not look; undefined
 * is a wrong answer.
 */
export const tryLook = async <T>(
  deps: Deps,
  asked: Asked,
  look: () => Promise<{ readonly right: T } | undefined>,
): Promise<LookTry<T>> => {
  const { db } = deps;
  const { account } = asked;
  const tries = await takeLookTry(db, account.session);
  if (tries === undefined) return endLooked(deps, asked);
  const counted = await takeAttempts(deps, [{ kind: 'look.account', key: account.id }]);
  if (!('taken' in counted)) return endLooked(deps, asked);
  const undo = async (): Promise<void> => {
    await returnLookTry(db, account.session);
    await refundAttempts(db, counted.taken);
  };
  const found = await look().catch(async (problem: unknown) => {
    await undo();
    throw problem;
  });
  if (!found) return tries < STEP_UP_ATTEMPTS ? { left: STEP_UP_ATTEMPTS - tries } : endLooked(deps, asked);
  await undo();
  return found;
};

/** Ends the session of somebody who does not know what its owner knows, and tells the owner. */
const endLooked = (deps: Deps, { account, address }: Asked): Promise<'ended'> =>
  inTransaction(deps.db, async (trx) => {
    if (!(await removeSessionOf(trx, account.session))) return 'ended' as const;
    const text = bell.lookFailed(happening(address, deps));
    await tell(trx, deps, { userId: account.id, kind: 'security', href: '#/user_info', text, name: 'look_failed' });
    return 'ended' as const;
  });
