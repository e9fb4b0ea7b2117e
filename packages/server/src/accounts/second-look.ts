import { LOOK_TRIES, type LookMeans } from '@skyport/contract/second-look';
import { inTransaction } from '@skyport/db';
import { tell } from '../notices/index.ts';
import type { Account, Deps } from '../platform/deps.ts';
import { Refusal } from '../platform/refuse.ts';
import type { SecondLook } from '../platform/second-look.ts';
import { bell } from './letters.ts';
import { checkPassword } from './password.ts';
import { happening } from './recover.ts';
import { withCode } from './second-step/verify.ts';
import { noteLook, removeSessionOf, returnLookTry, takeLookTry } from './session-store.ts';
import { findLogin, type LoginRow } from './store.ts';

/** An answer of another shape is no answer: nothing is checked, and nothing counts. */
const SHAPES: Readonly<Record<LookMeans, RegExp>> = { password: /^[0-9a-f]{64}$/, code: /^\d{6}$/ };

const answerOf = (means: LookMeans, confirm: unknown): string | undefined =>
  typeof confirm === 'string' && SHAPES[means].test(confirm) ? confirm : undefined;

/**
 * Asks whoever is at a session for the password, or for a code of the authenticator app where one is set up. A try is
 * taken from the session before the answer is looked at, so that many at once are no more tries than one after another.
 */
export const createSecondLook =
  (deps: Deps): SecondLook =>
  async ({ account, confirm, address }) => {
    const { db, clock } = deps;
    const user = await findLogin(db, { id: account.id });
    if (!user) return 'ended';
    const means: LookMeans = user.secondStep ? 'code' : 'password';
    const answer = answerOf(means, confirm);
    if (answer === undefined) return { asked: { means } };
    const tries = await takeLookTry(db, account.session);
    if (tries !== undefined) {
      if (await isRight(deps, { user, answer, session: account.session })) {
        return (await noteLook(db, account.session, clock.now())) ? 'right' : 'ended';
      }
      if (tries < LOOK_TRIES) return { asked: { means, left: LOOK_TRIES - tries } };
    }
    await endLooked(deps, account, address);
    return 'ended';
  };

/** Whether the answer is right. Gives the try back when it was too busy, or too soon after others, to look. */
const isRight = async (
  deps: Deps,
  { user, answer, session }: { user: LoginRow; answer: string; session: Buffer },
): Promise<boolean> => {
  try {
    if (!user.secondStep) return await checkPassword(user.passwordHash, answer, deps);
    const code = { userId: user.id, code: answer, state: 'in force', work: async () => true } as const;
    return await withCode(deps, code);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    if (problem.reason === 'secondStepWrong') return false;
    await returnLookTry(deps.db, session);
    throw problem.reason === 'throttled' ? problem : new Refusal('secondLookNeeded', undefined, { means: 'password' });
  }
};

/** Ends the session of somebody who does not know what its owner knows, and tells the owner. */
const endLooked = (deps: Deps, account: Account, address: string): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    if (!(await removeSessionOf(trx, account.session))) return;
    const text = bell.lookFailed(happening(address, deps));
    await tell(trx, deps, { userId: account.id, kind: 'security', href: '#/user_info', text, name: 'look_failed' });
  });
