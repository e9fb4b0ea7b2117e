import { secondStepCalls } from '@skyport/contract/second-step';
import type { UserRow } from '@skyport/contract/users';
import { useChange } from '../api/index.ts';
import type { Question } from '../ui/confirm.tsx';
import { accountReads } from './account-reads.ts';
import { texts } from './texts.ts';

const removalTexts = texts.secondStep;

/** Takes the second step from an account whose owner lost it, after a question. */
export const useSecondStepRemoval = (ask: (question: Question) => void) => {
  const removal = useChange(secondStepCalls.removeSecondStep, {
    done: removalTexts.done,
    failed: { prefix: removalTexts.failed },
    invalidates: accountReads,
  });
  return ({ _id, email }: Pick<UserRow, '_id' | 'email'>): void =>
    ask({ title: removalTexts.question(email), text: removalTexts.explain, run: () => removal.run({ id: _id }) });
};
