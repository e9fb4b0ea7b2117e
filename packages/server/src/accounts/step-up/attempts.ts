import { STEP_UP_ATTEMPTS } from '@skyport/contract/step-up';
import { inTransaction } from '@skyport/db';
import { notify } from '../../notices/index.ts';
import type { Account, Deps } from '../../platform/deps.ts';
import { takeAttempts } from '../../platform/attempts.ts';
import { refundAttempts } from '../../platform/attempts-store.ts';
import { bellTexts } from '../messages/texts.ts';
import { messageContext } from '../messages/notify-owner.ts';
import { removeSessionOf, returnStepUpAttempt, takeStepUpAttempt } from '../sessions/store.ts';

/** Whose answer is checked, and the client address that sent it. */
interface StepUpCaller {
  readonly account: Account;
  readonly address: string;
}

/** What an attempt came to: what a right answer gave, the session ended, or how many attempts it has left. */
export type StepUpAttempt<T> = { readonly right: T } | 'ended' | { readonly left: number };

/**
 * Counts an attempt to prove who is at a session: for the session, which ends with its last one, and for the account,
 * which outlives the sessions that hand-offs make. Both are counted before `check` begins, so that many at once are no
 * more attempts than one after another, and given back when the answer is right, or `check` throws because it could not
 * check; undefined is a wrong answer.
 */
export const attemptStepUp = async <T>(
  deps: Deps,
  caller: StepUpCaller,
  check: () => Promise<{ readonly right: T } | undefined>,
): Promise<StepUpAttempt<T>> => {
  const { db } = deps;
  const { account } = caller;
  const attempts = await takeStepUpAttempt(db, account.session);
  if (attempts === undefined) return endAndNotify(deps, caller);
  const counted = await takeAttempts(deps, [{ kind: 'look.account', key: account.id }]);
  if (!('taken' in counted)) return endAndNotify(deps, caller);
  const undo = async (): Promise<void> => {
    await returnStepUpAttempt(db, account.session);
    await refundAttempts(db, counted.taken);
  };
  const found = await check().catch(async (problem: unknown) => {
    await undo();
    throw problem;
  });
  if (!found) return attempts < STEP_UP_ATTEMPTS ? { left: STEP_UP_ATTEMPTS - attempts } : endAndNotify(deps, caller);
  await undo();
  return found;
};

/** Ends the session of somebody who does not know what its owner knows, and tells the owner. */
const endAndNotify = (deps: Deps, { account, address }: StepUpCaller): Promise<'ended'> =>
  inTransaction(deps.db, async (trx) => {
    if (!(await removeSessionOf(trx, account.session))) return 'ended' as const;
    const text = bellTexts.stepUpFailed(messageContext(address, deps));
    await notify(trx, deps, { userId: account.id, kind: 'security', href: '#/user_info', text, name: 'look_failed' });
    return 'ended' as const;
  });
