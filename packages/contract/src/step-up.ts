import { z } from 'zod';

/*
 * Step-up authentication (the idea of RFC 9470): before a dangerous call the person at a session proves once more who
 * they are, and the session remembers it for a while.
 */

/** Minutes for which a passed step-up counts, in the session that passed it. */
export const STEP_UP_MINUTES = 10;

/** Wrong answers in a row that end the session. */
export const STEP_UP_ATTEMPTS = 5;

/** What is asked for: the password, or the authenticator app's code where one is set up. */
export const StepUpMeans = z.enum(['password', 'code']);
export type StepUpMeans = z.infer<typeof StepUpMeans>;

/** What comes with the refusal `stepUpNeeded`. */
export const StepUpChallenge = z.object({
  means: StepUpMeans,
  /** Attempts that are left before the session ends; absent where none was made. */
  left: z.number().int().positive().optional(),
});
export type StepUpChallenge = z.infer<typeof StepUpChallenge>;

/** Field of a payload in which the answer travels: a password's hash or a code. It is no part of any row's input. */
export const CONFIRM_FIELD = 'confirm';
