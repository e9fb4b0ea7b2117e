import type { ReactNode } from 'react';
import { endAskingToLogIn, useSessionOver } from '../../api/index.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Window } from '../../ui/window.tsx';
import { useSession } from '../session.ts';
import { commonTexts as texts } from '../common-texts.ts';

const LogInAgain = lazyPart(() => import('./log-in-again.tsx'));

/** Where somebody whose session has ended logs in again, above a page that holds what they typed. */
export const SessionOverWindow = (): ReactNode => {
  const asked = useSessionOver();
  const { user } = useSession();
  return (
    <Window opened={asked && user !== undefined} onClose={endAskingToLogIn} title={texts.sessionOver.title} waits={260}>
      {asked && user && <LogInAgain email={user.email} onDone={endAskingToLogIn} />}
    </Window>
  );
};
