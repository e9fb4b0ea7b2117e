import { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { type StepUpChallenge, StepUpChallenge as StepUpChallengeSchema } from '@skyport/contract/step-up';
import { askStepUp, closeStepUp } from './step-up-store.ts';

/** Makes a call once more, with the answer to a step-up or without one. */
export type Attempt<T> = (confirm?: string) => Promise<T>;

/** Whether the server wants step-up authentication before it makes a call. */
export const needsStepUp = (problem: CallError): boolean => problem.code === codes.stepUpNeeded.code;

const askedBy = ({ data }: CallError): StepUpChallenge => {
  const { data: asked } = StepUpChallengeSchema.safeParse(data);
  return asked ?? { means: 'password' };
};

/** Too many answers for now: said in the window, where somebody may try later. */
const isThrottled = (problem: CallError): boolean => problem.code === codes.throttled.code;

const askUntilRight = async <T>(attempt: Attempt<T>, refused: CallError): Promise<T> => {
  let asked = askedBy(refused);
  let said = '';
  for (;;) {
    const confirm = await askStepUp(asked, said);
    if (confirm === undefined) throw refused;
    try {
      return await attempt(confirm);
    } catch (problem) {
      if (!(problem instanceof CallError) || !(needsStepUp(problem) || isThrottled(problem))) throw problem;
      if (needsStepUp(problem)) asked = askedBy(problem);
      // An answer that did not count, e.g. a code that was used already, has its reason in the message.
      said = isThrottled(problem) || asked.left === undefined ? problem.msg : '';
    }
  }
};

/** The window is one: whoever needs it waits for those before. */
let turn: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Asks for the password or a code in a window and repeats a call with it, until it is right or somebody cancels, which
 * throws the refusal. Behind another call that was asked for, it is first tried as it is: one answer is good for both.
 */
export const stepUpAndRepeat = <T>(attempt: Attempt<T>, refused: CallError): Promise<T> => {
  const isBehind = waiting > 0;
  waiting += 1;
  const work = async (): Promise<T> => {
    try {
      if (!isBehind) return await askUntilRight(attempt, refused);
      return await attempt().catch((problem: unknown) => {
        if (problem instanceof CallError && needsStepUp(problem)) return askUntilRight(attempt, problem);
        throw problem;
      });
    } finally {
      waiting -= 1;
      closeStepUp();
    }
  };
  const mine = turn.then(work);
  turn = mine.catch(() => undefined);
  return mine;
};
