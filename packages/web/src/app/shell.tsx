import { useEffect, type ReactNode } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { useSession } from '../accounts/index.ts';
import { rememberChannel } from '../device/cookies.ts';
import { isAgencyView, useHost } from '../notices/index.ts';
import { Guarded } from './guard.tsx';
import { Header } from './header.tsx';
import { NotFound } from './not-found.tsx';
import { pages } from './pages.ts';

const YEAR = new Date().getFullYear();

/** The frame of every page: header, the page of the address, footer. `c` is the channel code of the first address. */
export const Shell = ({ c }: { c: string | null }): ReactNode => {
  const host = useHost();
  const session = useSession();
  const { user } = session;
  const { pathname } = useLocation();
  useEffect(() => {
    if (host || c) rememberChannel(c, host?.default_channel_code ?? '');
  }, [c, host]);
  useEffect(() => {
    // In braces: newer browsers give a promise, which an effect must not return.
    window.scrollTo(0, 0);
  }, [pathname]);
  const siteName = host?.site_name || '天港';
  return (
    <>
      <Header siteName={siteName} session={session} agency={isAgencyView(user, host)} />
      <main className="sp-page">
        <Routes>
          {pages.map((page) => (
            <Route key={page.path} path={page.path} element={<Guarded key={page.path} page={page} />} />
          ))}
          <Route path="*" element={<NotFound />} />
        </Routes>
      </main>
      <footer className="sp-footer">
        © {YEAR} {siteName}
      </footer>
    </>
  );
};
