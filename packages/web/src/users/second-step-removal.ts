import { secondStepCalls } from '@skyport/contract/second-step';
import { usersCalls, type UserRow } from '@skyport/contract/users';
import { useChange } from '../api/index.ts';
import type { Question } from '../ui/confirm.tsx';
import { texts } from './texts.ts';

const words = texts.secondStep;

/** Takes the second step from an account whose owner lost it, after a question. */
export const useSecondStepRemoval = (ask: (question: Question) => void) => {
  const removal = useChange(secondStepCalls.removeSecondStep, {
    done: words.done,
    failed: { prefix: words.failed },
    invalidates: [usersCalls.userlist],
  });
  return ({ _id, email }: Pick<UserRow, '_id' | 'email'>): void =>
    ask({ title: words.question(email), text: words.explain, run: () => removal.run({ id: _id }) });
};
