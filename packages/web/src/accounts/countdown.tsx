import type { ReactNode } from 'react';
import { useHomeCountdown } from '../ui/use-home-countdown.ts';
import { texts } from './texts.ts';

const COUNTDOWN_S = 3;

/** A success page: counts three seconds down, then goes home. */
export const HomeCountdown = ({ title, children }: { title: string; children?: ReactNode }): ReactNode => {
  const left = useHomeCountdown(COUNTDOWN_S);
  return (
    <div className="sp-card sp-narrow sp-stack" role="status">
      <h1 className="sp-h1">{title}</h1>
      <span className="sp-dim">{texts.register.soon(left)}</span>
      {children}
    </div>
  );
};
