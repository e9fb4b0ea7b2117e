import { Skeleton } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { Navigate } from 'react-router';
import { hasToken, useSession } from '../accounts/index.ts';
import { isAgencyView, useHost } from '../notices/index.ts';
import type { Page } from './page-row.ts';
import { usePageTitle } from './use-page-title.ts';

/** Pages that staff may open before they have set up the second step that is required of them. */
const OPEN_TO_ALL_STAFF: readonly string[] = ['/second_step', '/login'];

/** One page behind its rules: title and description, the log-in guard, the agency rule, and the page itself, loaded lazily. */
export const Guarded = ({ page }: { page: Page }): ReactNode => {
  const host = useHost();
  const { user } = useSession();
  usePageTitle(page);
  if (page.login && !hasToken()) return <Navigate to="/login" replace />;
  if (user?.second_step_required && !OPEN_TO_ALL_STAFF.includes(page.path))
    return <Navigate to="/second_step" replace />;
  if (page.agencyRestricted && isAgencyView(user, host)) return <Navigate to="/" replace />;
  return (
    <Suspense fallback={<Skeleton height={240} radius={14} />}>
      <page.Component />
    </Suspense>
  );
};
