import { Skeleton } from '@mantine/core';
import type { UserInfo } from '@skyport/contract/accounts';
import type { HostInfo } from '@skyport/contract/notices';
import { useState, type ReactNode } from 'react';
import { DomainPrompt, useSession } from '../accounts/index.ts';
import { CheckInCard, productDay } from '../checkin/index.ts';
import { isAgencyView, NoticeWindows, useHost } from '../notices/index.ts';
import { hasBegun, UnfinishedElsewhere } from '../shop/index.ts';
import { TenDaysCard } from '../traffic/index.ts';
import { Arriving } from '../ui/arriving.tsx';
import { commonTexts } from '../ui/common-texts.ts';
import { Failed } from '../ui/loaded.tsx';
import { AdvancedCard } from './advanced-card.tsx';
import './dashboard.css';
import { Hero } from './hero.tsx';
import { StartPanel } from './start-panel.tsx';
import { MembershipCard, PermanentCard } from './stat-cards.tsx';
import { useSubscriptions } from './use-subscriptions.ts';

/** The start page of everybody, visitors too: days and traffic that are left, and how to set up a client. */
export default function DashboardPage(): ReactNode {
  const host = useHost();
  const { user, loading, failed, refresh } = useSession();
  const subscriptions = useSubscriptions();
  const [now] = useState(() => Date.now());
  const agency = isAgencyView(user, host);
  const days = daysOf(user, loading, productDay(now, host?.timezone));
  return (
    <>
      {user && !agency && <DomainPrompt preferDomain={user.preferDomain} />}
      {user && !agency && hasBegun() && (
        <Arriving>
          <UnfinishedElsewhere />
        </Arriving>
      )}
      <Top loading={loading} failed={failed} retry={refresh}>
        <Hero user={user} agency={agency} subscriptions={subscriptions} now={now} />
        <Cards user={user} agency={agency} now={now} />
      </Top>
      <div className={days ? 'sp-two sp-dash' : 'sp-stack'}>
        <StartPanel subscriptions={subscriptions} />
        {days}
        <AdvancedCard subscriptions={subscriptions} />
      </div>
      {host && (
        <NoticeWindows host={loading ? withoutWays(host) : hostOf(host, user, agency)} buyer={!loading && !agency} />
      )}
    </>
  );
}

/** What the host says while nobody knows yet whose page it is. */
const withoutWays = (host: HostInfo): HostInfo => ({ ...host, preferDomain: '', contact_info: '' });

/**
 * What the host says to an account: its own preferred domain, which for an agency's customers is the agency's. Those
 * do not ask the operator, so they see no contact.
 */
const hostOf = (host: HostInfo, user: UserInfo | undefined, agency: boolean): HostInfo => ({
  ...host,
  preferDomain: (user ?? host).preferDomain,
  contact_info: agency ? '' : host.contact_info,
});

/** The chart of days of an account, and its place until the account is there; nothing for a visitor. */
const daysOf = (user: UserInfo | undefined, loading: boolean, today: string): ReactNode => {
  if (loading) return <Skeleton className="sp-wait-days" radius={14} />;
  return user && <TenDaysCard today={today} />;
};

const Cards = ({ user, agency, now }: { user: UserInfo | undefined; agency: boolean; now: number }): ReactNode => (
  <div className="sp-stats">
    <MembershipCard user={user} now={now} />
    <PermanentCard user={user} agency={agency} />
    <CheckInCard user={user} />
  </div>
);

interface TopProps {
  readonly loading: boolean;
  readonly failed: boolean;
  readonly retry: () => Promise<void>;
  readonly children: ReactNode;
}

/**
 * What depends on the account: grey bars as high as it is until it is there, so that nothing moves then; a way to try
 * again when it did not come.
 */
const Top = ({ loading, failed, retry, children }: TopProps): ReactNode => {
  if (loading) {
    return (
      <>
        <Skeleton className="sp-wait-hero" radius={14} role="status" aria-label={commonTexts.loading} />
        <div className="sp-stats sp-wait-stats">
          <Skeleton radius={14} />
          <Skeleton radius={14} />
          <Skeleton className="sp-stat-wide" radius={14} />
        </div>
      </>
    );
  }
  if (!failed) return children;
  return (
    <section className="sp-card">
      <Failed retry={() => void retry()} />
    </section>
  );
};
