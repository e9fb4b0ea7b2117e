import type { StepUpChallenge } from '@skyport/contract/step-up';
import { useSyncExternalStore } from 'react';
import { onPerson } from './person.ts';

/** What the window of the step-up shows. */
export interface StepUpShown {
  readonly asked: StepUpChallenge;
  /** What the server said to the last answer besides; empty for nothing. */
  readonly said: string;
  /** The answer is on its way. */
  readonly busy: boolean;
}

let shown: StepUpShown | undefined;
let answered: (confirm: string | undefined) => void = () => undefined;
const listeners = new Set<() => void>();

const show = (next: StepUpShown | undefined): void => {
  shown = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** What the window shows now; undefined while it is closed. */
export const useStepUp = (): StepUpShown | undefined => useSyncExternalStore(subscribe, () => shown);

/** Opens the window, or asks again in it. Gives the answer as it is sent, undefined when somebody would rather not. */
export const askStepUp = (asked: StepUpChallenge, said = ''): Promise<string | undefined> =>
  new Promise((resolve) => {
    answered = resolve;
    show({ asked, said, busy: false });
  });

/** Answers what the window asks; the window stays until `closeStepUp`. */
export const answerStepUp = (confirm: string | undefined): void => {
  if (shown) show({ ...shown, busy: confirm !== undefined });
  answered(confirm);
};

export const closeStepUp = (): void => show(undefined);

// Closes the window when the person changes: nobody may confirm what somebody else began.
onPerson((left) => {
  if (left) answerStepUp(undefined);
});
