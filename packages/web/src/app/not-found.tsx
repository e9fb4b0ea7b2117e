import { Button } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSession } from '../accounts/index.ts';
import { texts } from './texts.ts';
import { usePageTitle } from './use-page-title.ts';

/** Pause before the page that does not exist is left. */
const LEAVE_MS = 1500;

/** Shown for any other path; goes home when the account is known, otherwise to the log-in page. */
export const NotFound = (): ReactNode => {
  const { user, loading } = useSession();
  const to = user ? '/' : '/login';
  const navigate = useNavigate();
  usePageTitle();
  useEffect(() => {
    if (loading) return undefined;
    const timer = setTimeout(() => void navigate(to, { replace: true }), LEAVE_MS);
    return () => clearTimeout(timer);
  }, [to, loading, navigate]);
  return (
    <div className="sp-card sp-narrow sp-stack">
      <h1 className="sp-h1">{texts.notFound.title}</h1>
      <span className="sp-dim">{user ? texts.notFound.soonHome : texts.notFound.soonLogIn}</span>
      <Button component={Link} to={to} replace variant="light">
        {user ? texts.toHome : texts.logIn}
      </Button>
    </div>
  );
};
