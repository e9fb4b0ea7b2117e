import type { StepUpChallenge } from '@skyport/contract/step-up';
import type { Account } from './deps.ts';

/** An answer to a step-up challenge as it was sent: anything, or nothing. */
export interface StepUpAttempt {
  readonly account: Account;
  readonly confirm: unknown;
  /** Client address. */
  readonly address: string;
}

/** How a step-up ended: right, the session ended after too many wrong answers, or what is still asked for. */
export type StepUpOutcome = 'right' | 'ended' | { readonly asked: StepUpChallenge };

/** Checks an answer and remembers a right one with the session. Refuses `throttled`. */
export type StepUp = (given: StepUpAttempt) => Promise<StepUpOutcome>;
