import { lazy, type ReactNode } from 'react';
import { Window } from '../ui/window.tsx';
import { answerLook, useLook } from './look-store.ts';
import { texts } from './texts.ts';

const LookForm = lazy(() => import('./look-form.tsx'));

/** Where the console asks for the password or a code once more: one window for every call that needs it. */
export const LookPlace = (): ReactNode => {
  const look = useLook();
  const cancel = (): void => {
    if (!look?.busy) answerLook(undefined);
  };
  return (
    <Window opened={look !== undefined} onClose={cancel} title={texts.look.title} waits={180}>
      {look && <LookForm look={look} onCancel={cancel} />}
    </Window>
  );
};
