import type { StepUpMeans } from '@skyport/contract/step-up';
import type { Account, Deps } from '../../platform/deps.ts';
import { Refusal } from '../../platform/refuse.ts';
import type { StepUp } from '../../platform/step-up.ts';
import { attemptStepUp, type StepUpAttempt } from './attempts.ts';
import { checkPassword } from '../log-in/password.ts';
import { withOwnCode } from '../second-step/own-code.ts';
import { UsedCode } from '../second-step/verify.ts';
import { noteStepUp } from '../sessions/store.ts';
import { findLogin, type LoginRow } from '../store.ts';

/** An answer of another shape is no answer: nothing is checked, and nothing counts. */
const SHAPES: Readonly<Record<StepUpMeans, RegExp>> = { password: /^[0-9a-f]{64}$/, code: /^\d{6}$/ };

const answerOf = (means: StepUpMeans, confirm: unknown): string | undefined =>
  typeof confirm === 'string' && SHAPES[means].test(confirm) ? confirm : undefined;

/**
 * Asks whoever is at a session for the password, or for a code of the authenticator app where one is set up. Whoever
 * answers wrong too often, in the session or over all sessions of the account, loses the session.
 */
export const createStepUp =
  (deps: Deps): StepUp =>
  async ({ account, confirm, address }) => {
    const { db, clock } = deps;
    const user = await findLogin(db, { id: account.id });
    if (!user) return 'ended';
    const means: StepUpMeans = user.secondStep ? 'code' : 'password';
    const answer = answerOf(means, confirm);
    if (answer === undefined) return { asked: { means } };
    const outcome = await checkAnswer(deps, user, { account, address, answer });
    if (outcome === 'ended') return 'ended';
    if ('left' in outcome) return { asked: { means, left: outcome.left } };
    return (await noteStepUp(db, account.session, clock.now())) ? 'right' : 'ended';
  };

/** Checks an answer. Refuses when it was too busy, or too soon after others, to check. */
const checkAnswer = async (
  deps: Deps,
  user: LoginRow,
  { account, address, answer }: { account: Account; address: string; answer: string },
): Promise<StepUpAttempt<true>> => {
  if (!user.secondStep) {
    return attemptStepUp(deps, { account, address }, async () =>
      (await checkPassword(user.passwordHash, answer, deps)) ? { right: true } : undefined,
    );
  }
  try {
    return await withOwnCode(deps, { account, address, code: answer, work: async () => true as const });
  } catch (problem) {
    if (!(problem instanceof Refusal) || problem.reason === 'throttled') throw problem;
    if (problem instanceof UsedCode) throw new Refusal('stepUpNeeded', problem.message, { means: 'code' });
    // Taken away since the account was read: the password is asked for instead.
    throw new Refusal('stepUpNeeded', undefined, { means: 'password' });
  }
};
