import { codes } from '@skyport/contract/codes';

/**
 * What became of one call of a series: the coupon was made, the server asks to wait, the code is somebody else's, the
 * call was refused, or nobody knows because no answer came.
 */
export type Outcome =
  | { readonly kind: 'made' | 'throttled' | 'taken' }
  | { readonly kind: 'refused' | 'lost'; readonly why: string };

/** What a failed call means for a series; `lost` is the code of a failed network. */
export const outcomeOf = (problem: { readonly code: number; readonly msg: string }, lost: number): Outcome => {
  if (problem.code === codes.throttled.code) return { kind: 'throttled' };
  if (problem.code === codes.conflict.code) return { kind: 'taken' };
  return { kind: problem.code === lost ? 'lost' : 'refused', why: problem.msg };
};

/** How far a series came. */
export interface Progress {
  readonly made: number;
  /** A code that was sent and never answered: whether its coupon was made is not known. */
  readonly unanswered: string | undefined;
  /** Why it ended before its end by itself. */
  readonly why: string | undefined;
}

/** Where every series begins. */
export const beginning: Progress = { made: 0, unanswered: undefined, why: undefined };

/** What a series needs of the world. */
export interface SeriesParts {
  readonly wanted: number;
  /** Makes one coupon with this code. */
  readonly send: (code: string) => Promise<Outcome>;
  readonly newCode: () => string;
  /** Waits, or until the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  /** Hears of every coupon that was made, and whether the series waits now. */
  readonly onStep: (made: number, waits: boolean) => void;
}

/** Pause after the server asked to wait, in ms: it lets two changes a second through. */
export const WAIT_MS = 5000;

/** Codes in a row that were somebody else's: chance alone does not bring so many. */
const MOST_TAKEN = 10;

/** A progress after one call; undefined when the next one is to be tried with another code. */
const after = (before: Progress, code: string, outcome: Outcome): Progress | undefined => {
  switch (outcome.kind) {
    case 'made':
      return { ...before, made: before.made + 1, unanswered: undefined };
    case 'taken':
      // Ours after all: the call whose answer was lost has made it.
      return code === before.unanswered ? { ...before, made: before.made + 1, unanswered: undefined } : undefined;
    case 'throttled':
      return before;
    case 'lost':
      return { ...before, unanswered: code, why: outcome.why };
    case 'refused':
      return { ...before, why: outcome.why };
  }
};

/**
 * Makes the coupons of a series that are missing yet, one call each: waits when the server asks for it, and ends when
 * all are made, when it is stopped, or when a call is refused or lost. It can be continued from where it ended.
 */
export const continueSeries = async (from: Progress, parts: SeriesParts): Promise<Progress> => {
  const { wanted, send, newCode, pause, signal, onStep } = parts;
  let progress: Progress = { ...from, why: undefined };
  let taken = 0;
  while (progress.made < wanted && progress.why === undefined && !signal.aborted) {
    const code = progress.unanswered ?? newCode();
    const outcome = await send(code);
    const next = after(progress, code, outcome);
    taken = next ? 0 : taken + 1;
    progress = next ?? (taken < MOST_TAKEN ? progress : { ...progress, why: codes.conflict.msg });
    onStep(progress.made, outcome.kind === 'throttled');
    if (outcome.kind === 'throttled') await pause(WAIT_MS, signal);
  }
  return progress;
};
