import type { Db } from '@skyport/db';
import type { Account, Deps } from '../../platform/deps.ts';
import { Refusal } from '../../platform/refuse.ts';
import { attemptStepUp, type StepUpAttempt } from '../step-up/attempts.ts';
import { notifyOfStep } from './notify-owner.ts';
import { UsedCode, withCode } from './verify.ts';

/** A code that somebody gives who has a session already. */
interface OwnCode<T> {
  readonly account: Account;
  /** Client address. */
  readonly address: string;
  readonly code: string;
  /** Runs in the transaction that took the code. */
  readonly work: (trx: Db) => Promise<T>;
}

const isWrongCode = (problem: unknown): boolean =>
  problem instanceof Refusal && problem.reason === 'secondStepWrong' && !(problem instanceof UsedCode);

/**
 * Does `work` when the code is right. A wrong one is a try of the session: whoever has only that must neither try codes
 * out nor keep the owner's second step locked. Refuses what `withCode` refuses, but for a wrong code.
 */
export const withOwnCode = <T>(deps: Deps, { account, address, code, work }: OwnCode<T>): Promise<StepUpAttempt<T>> =>
  attemptStepUp(deps, { account, address }, async () => {
    const userId = account.id;
    try {
      const onSuspicion = (trx: Db) => notifyOfStep(trx, deps, { userId, what: 'secondStepLocked', address });
      return { right: await withCode(deps, { userId, code, state: 'in force', work, onSuspicion }) };
    } catch (problem) {
      if (isWrongCode(problem)) return undefined;
      throw problem;
    }
  });
