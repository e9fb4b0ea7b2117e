import { Skeleton } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { Navigate } from 'react-router';
import { hasToken, useSession } from '../accounts/index.ts';
import { isAgencyView, useHost } from '../notices/index.ts';
import { usePageWords } from './page-words.ts';
import type { Route } from './routes.ts';

/** What staff may open before they have set up the second step that is required of them. */
const OPEN_TO_ALL_STAFF: readonly string[] = ['/second_step', '/login'];

/** One route's page: its title and description, the log-in guard, the agency rule, and the page itself, loaded lazily. */
export const Guarded = ({ route }: { route: Route }): ReactNode => {
  const host = useHost();
  const { user } = useSession();
  usePageWords(route);
  if (route.login && !hasToken()) return <Navigate to="/login" replace />;
  if (user?.second_step_required && !OPEN_TO_ALL_STAFF.includes(route.path))
    return <Navigate to="/second_step" replace />;
  if (route.agencyRestricted && isAgencyView(user, host)) return <Navigate to="/" replace />;
  return (
    <Suspense fallback={<Skeleton height={240} radius={14} />}>
      <route.Page />
    </Suspense>
  );
};
