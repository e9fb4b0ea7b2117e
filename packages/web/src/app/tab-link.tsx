import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { tabPathOf, type TabPage } from './menu.ts';

/** Marks the link of the page that is shown, or of the one that it lies below. */
export const useCurrent = (path: string): { 'aria-current'?: 'page' | 'true' } => {
  const { pathname } = useLocation();
  if (pathname === path || (path === '/' && pathname === '/tutorial')) return { 'aria-current': 'page' };
  return tabPathOf(pathname) === path ? { 'aria-current': 'true' } : {};
};

interface TabLinkProps {
  readonly page: TabPage;
  readonly className: string;
  readonly onClick?: () => void;
}

/** The link of a tab; its page is fetched when a pointer comes near. */
export const TabLink = ({ page, className, onClick }: TabLinkProps): ReactNode => (
  <Link
    to={page.path}
    className={className}
    onPointerEnter={page.prefetch}
    onTouchStart={page.prefetch}
    {...useCurrent(page.path)}
    {...(onClick && { onClick })}
  >
    {page.title}
  </Link>
);
