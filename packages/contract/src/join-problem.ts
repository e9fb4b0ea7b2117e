import { z } from 'zod';
import { LONGEST_DETAIL } from './node-trouble.ts';

/** Why a node has not joined with its code yet. */
export const JoinProblemCode = z.enum([
  // Nobody answers: the port is closed, nothing comes back, or there is no way to it (`detail`: the system's own code).
  'portClosed',
  'silent',
  'unreachable',
  'privateAddress',
  // Who answers is no agent that waits (`detail`: its HTTP status, where it gave one).
  'notWaiting',
  // Who answers does not take the code: another one is waited for there, or too many wrong ones came from the panel's
  // network. Neither counts against the code: the panel waits and goes on.
  'codeRefused',
  'throttled',
  // Who answers does not know the code, or is somebody else half-way. The fifth of these ends the code.
  'wrongProof',
  'keyChanged',
]);
export type JoinProblemCode = z.infer<typeof JoinProblemCode>;

/** Why a node has not joined with its code yet. The console has a text for the code. */
export const JoinProblem = z.object({
  code: JoinProblemCode,
  detail: z.string().max(LONGEST_DETAIL),
  /** The code has ended by it. */
  ended: z.boolean(),
});
export type JoinProblem = z.infer<typeof JoinProblem>;
