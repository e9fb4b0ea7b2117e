import type { ReactNode } from 'react';
import { lazyPart } from '../ui/lazy-part.ts';
import { Window } from '../ui/window.tsx';
import { answerStepUp, useStepUp } from './step-up-store.ts';
import { texts } from './texts.ts';

const StepUpForm = lazyPart(() => import('./step-up-form.tsx'));

/** Where the console asks for the password or a code once more: one window for every call that needs it. */
export const StepUpWindow = (): ReactNode => {
  const stepUp = useStepUp();
  const cancel = (): void => {
    if (!stepUp?.busy) answerStepUp(undefined);
  };
  return (
    <Window opened={stepUp !== undefined} onClose={cancel} title={texts.stepUp.title} waits={180}>
      {stepUp && <StepUpForm stepUp={stepUp} onCancel={cancel} />}
    </Window>
  );
};
