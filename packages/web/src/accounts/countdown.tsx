import type { ReactNode } from 'react';
import { useHomeCountdown } from '../ui/use-home-countdown.ts';
import { OutcomeCard } from './outcome-card.tsx';
import { texts } from './texts.ts';

const COUNTDOWN_S = 3;

/** A success page: counts three seconds down, then goes home. */
export const HomeCountdown = ({ title, children }: { title: string; children?: ReactNode }): ReactNode => {
  const left = useHomeCountdown(COUNTDOWN_S);
  return (
    <OutcomeCard tone="done" title={title} text={texts.register.soon(left)}>
      {children}
    </OutcomeCard>
  );
};
