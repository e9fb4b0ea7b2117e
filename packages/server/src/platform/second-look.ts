import type { LookAsked } from '@skyport/contract/second-look';
import type { Account } from './deps.ts';

/** An answer to a second look as it was sent: anything, or nothing. */
export interface LookGiven {
  readonly account: Account;
  readonly confirm: unknown;
  /** Client address. */
  readonly address: string;
}

/** What a second look found: right, the session ended after too many wrong answers, or what is still asked for. */
export type LookOutcome = 'right' | 'ended' | { readonly asked: LookAsked };

/** Looks a second time at who is at a session, and remembers a right answer with it. Refuses `throttled`. */
export type SecondLook = (given: LookGiven) => Promise<LookOutcome>;
