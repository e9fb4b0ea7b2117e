import { useEffect, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { texts } from './texts.ts';

const COUNTDOWN_S = 3;

/** A success page: counts three seconds down, then goes home. */
export const HomeCountdown = ({ title, children }: { title: string; children?: ReactNode }): ReactNode => {
  const [left, setLeft] = useState(COUNTDOWN_S);
  const navigate = useNavigate();
  useEffect(() => {
    if (left === 0) {
      // Replaces the history entry, so that Back skips this page.
      void navigate('/', { replace: true });
      return undefined;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, navigate]);
  return (
    <div className="sp-card sp-narrow sp-stack" role="status">
      <h1 className="sp-h1">{title}</h1>
      <span className="sp-dim">{texts.register.soon(left)}</span>
      {children}
    </div>
  );
};
