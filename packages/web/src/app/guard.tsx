import { Skeleton } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { hasToken, useSession } from '../accounts/index.ts';
import { askedFor } from '../device/asked-page.ts';
import { isAgencyView, useHost } from '../notices/index.ts';
import { Arriving } from '../ui/arriving.tsx';
import { commonTexts } from '../ui/common-texts.ts';
import { Failed } from '../ui/loaded.tsx';
import { mayOpen } from './menu.ts';
import { NoPermission } from './no-permission.tsx';
import type { Page } from './page-row.ts';
import { RouteFailed } from './route-error.tsx';
import { knownType } from './staff-view.ts';
import { usePageTitle } from './use-page-title.ts';

/** Pages that staff may open before they have set up the second step that is required of them. */
const OPEN_TO_ALL_STAFF: readonly string[] = ['/second_step', '/login'];

/** One page behind its rules: the log-in guard, the agency rule, and who may open it. A redirect sets no title. */
export const Guarded = ({ page }: { page: Page }): ReactNode => {
  const host = useHost();
  const { user } = useSession();
  const here = useLocation();
  if (page.login && !hasToken()) return <Navigate to="/login" replace state={askedFor(here.pathname + here.search)} />;
  if (user?.second_step_required && !OPEN_TO_ALL_STAFF.includes(page.path))
    return <Navigate to="/second_step" replace />;
  if (page.agencyRestricted && isAgencyView(user, host)) return <Navigate to="/" replace />;
  return <Permitted page={page} />;
};

/**
 * The page for whoever may open it, fetched when it is shown. Where it is for some only, a grey shape stands in its
 * place until the account is known; once shown it stays mounted while a new account loads, or a sign-up would lose what
 * it has to say.
 */
const Permitted = ({ page }: { page: Page }): ReactNode => {
  usePageTitle(page);
  const session = useSession();
  const known = knownType(session);
  const isForSome = page.agencyRestricted || !mayOpen(page, undefined);
  const isUnknown = isForSome && !known && (session.failed || session.loading);
  const wasShown = useWasEver(!isUnknown);
  if (isUnknown && !wasShown) {
    return session.failed ? <AccountFailed retry={session.refresh} /> : <PageComing page={page} />;
  }
  if (!mayOpen(page, known?.type)) return <NoPermission />;
  return (
    <Arriving fallback={<PageShape />} failed={(failure) => <RouteFailed {...failure} />}>
      <page.Component />
    </Arriving>
  );
};

/** Whether this was ever true while the part is shown. */
const useWasEver = (now: boolean): boolean => {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
};

/** Until it is known who somebody is; the page's code is fetched meanwhile. */
const PageComing = ({ page }: { page: Page }): ReactNode => {
  useEffect(() => page.prefetch(), [page]);
  return <PageShape />;
};

/** A page before its code is there: its heading, and what stands below it. */
const PageShape = (): ReactNode => (
  <div className="sp-stack" role="status" aria-label={commonTexts.loading}>
    <Skeleton height={28} width={160} radius={10} />
    <Skeleton height={200} radius={14} />
    <Skeleton height={120} radius={14} />
  </div>
);

const AccountFailed = ({ retry }: { retry: () => Promise<void> }): ReactNode => (
  <section className="sp-card">
    <Failed retry={() => void retry()} />
  </section>
);
