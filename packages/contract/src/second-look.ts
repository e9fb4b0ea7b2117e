import { z } from 'zod';

/** Minutes for which a second look is good, in the session that passed it. */
export const LOOK_MINUTES = 10;

/** Wrong answers in a row that end the session. */
export const LOOK_TRIES = 5;

/** What a second look asks for: the password, or the authenticator app's code where one is set up. */
export const LookMeans = z.enum(['password', 'code']);
export type LookMeans = z.infer<typeof LookMeans>;

/** What comes with the refusal `secondLookNeeded`. */
export const LookAsked = z.object({
  means: LookMeans,
  /** Tries that are left before the session ends; absent where nothing was tried. */
  left: z.number().int().positive().optional(),
});
export type LookAsked = z.infer<typeof LookAsked>;

/** Field of a payload in which the answer travels: a password's hash or a code. It is no part of any row's input. */
export const CONFIRM_FIELD = 'confirm';
