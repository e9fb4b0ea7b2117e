import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { Tab } from './menu.ts';
import { routes } from './routes.ts';

/** Marks the link of the page that is shown. */
export const useCurrent = (path: string): { 'aria-current'?: 'page' } => {
  const { pathname } = useLocation();
  return pathname === path || (path === '/' && pathname === '/tutorial') ? { 'aria-current': 'page' } : {};
};

const prefetch = (path: string) => (): void => routes.find((route) => route.path === path)?.prefetch();

interface TabLinkProps {
  readonly tab: Tab;
  readonly className: string;
  readonly onClick?: () => void;
}

/** The link of a tab; its page is fetched when a pointer comes near. */
export const TabLink = ({ tab, className, onClick }: TabLinkProps): ReactNode => (
  <Link
    to={tab.path}
    className={className}
    onPointerEnter={prefetch(tab.path)}
    onTouchStart={prefetch(tab.path)}
    {...useCurrent(tab.path)}
    {...(onClick && { onClick })}
  >
    {tab.label}
  </Link>
);
