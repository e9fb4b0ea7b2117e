import { useEffect, type ReactNode } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { type Session, SessionOverWindow, useSession } from '../accounts/index.ts';
import { rememberChannel } from '../device/cookies.ts';
import { isAgencyView, useHost } from '../notices/index.ts';
import { Arriving, PartFailed } from '../ui/arriving.tsx';
import { commonTexts } from '../ui/common-texts.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { Guarded } from './guard.tsx';
import { Header } from './header.tsx';
import { tabPathOf } from './menu.ts';
import { NotFound } from './not-found.tsx';
import type { Page } from './page-row.ts';
import { pages } from './pages.ts';
import { CONTENT_ID, SkipLink } from './skip-link.tsx';
import { type Menus, useMenus } from './staff-view.ts';
import { useHeadingFocus, useScrollPositions } from './use-scroll-positions.ts';

const YEAR = new Date().getFullYear();

/** The staff's side navigation and command bar; customers never fetch them. */
const StaffHead = lazyPart(() => import('./staff/staff-head.tsx'));

/**
 * The frame of every page: header or side navigation, the page of the address, footer. `c` is the channel code of
 * the first address.
 */
export const Shell = ({ c }: { c: string | null }): ReactNode => {
  const host = useHost();
  const session = useSession();
  const menus = useMenus(session, isAgencyView(session.user, host));
  const { staff, inStaffFrame } = menus;
  const { pathname } = useLocation();
  useEffect(() => {
    if (host || c) rememberChannel(c, host?.default_channel_code ?? '');
  }, [c, host]);
  useScrollPositions();
  useHeadingFocus();
  const siteName = host?.site_name || commonTexts.product;
  const home = inStaffFrame ? staff[0]?.path : undefined;
  const isStaffPage = staff.some(({ path }) => path === tabPathOf(pathname));
  return (
    <div className={inStaffFrame ? 'sp-shell sp-staff' : 'sp-shell'}>
      <SkipLink />
      <Head siteName={siteName} session={session} menus={menus} />
      <div className="sp-main">
        <main id={CONTENT_ID} tabIndex={-1} className="sp-page" data-wide={isStaffPage || undefined}>
          <Routes>
            {pages.map((page) => (
              <Route key={page.path} path={page.path} element={<Place page={page} home={home} />} />
            ))}
            <Route path="*" element={<NotFound />} />
          </Routes>
        </main>
        <SessionOverWindow />
        <footer className="sp-footer">
          © {YEAR} {siteName}
        </footer>
      </div>
    </div>
  );
};

interface HeadProps {
  readonly siteName: string;
  readonly session: Session;
  readonly menus: Menus;
}

/** The customers' header or the staff's menu; nothing on a page of staff until it is known who opened it. */
const Head = ({ siteName, session, menus: { customer, staff, inStaffFrame, waits, look } }: HeadProps): ReactNode => {
  if (waits) return <div className="sp-staff-place" />;
  if (!inStaffFrame) {
    const toStaff = staff.length > 0 ? () => look('staff') : undefined;
    return <Header siteName={siteName} session={session} tabs={customer} toStaff={toStaff} />;
  }
  return (
    <Arriving
      fallback={<div className="sp-staff-place" />}
      failed={(failure) => (
        <div className="sp-staff-place">
          <PartFailed {...failure} />
        </div>
      )}
    >
      <StaffHead
        siteName={siteName}
        session={session}
        tabs={staff}
        others={customer.filter(({ path }) => path !== '/')}
        toCustomer={() => look('customer')}
      />
    </Arriving>
  );
};

/** The page of an address. Staff begin on their first page instead of on the customers' start page: `home`. */
const Place = ({ page, home }: { page: Page; home: string | undefined }): ReactNode =>
  page.path === '/' && home !== undefined ? <Navigate to={home} replace /> : <Guarded key={page.path} page={page} />;
