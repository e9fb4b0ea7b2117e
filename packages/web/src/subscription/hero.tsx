import { Button } from '@mantine/core';
import type { UserInfo } from '@skyport/contract/accounts';
import { IconDownload } from '@tabler/icons-react';
import { use, type ReactNode } from 'react';
import { Link } from 'react-router';
import { FreeCouponButton } from '../coupons/index.ts';
import { namedHere, thisPlatform } from '../device/platform.ts';
import { BuiltPages } from '../ui/built-pages.ts';
import { recommendedClient } from './clients.ts';
import { standingOf } from './rules.ts';
import { texts } from './texts.ts';
import { useImport } from './use-import.tsx';
import type { Subscriptions } from './use-subscriptions.ts';

const pills = {
  member: { text: texts.active },
  quota: { text: texts.quotaOnly },
  traffic: { text: texts.trafficOnly },
  nothing: { text: texts.nothingLeft, tone: 'bad' },
} as const;

/** What the account can use now, in one phrase. */
const StandingPill = ({ user, now }: { user: UserInfo; now: number }): ReactNode => {
  const pill: { text: string; tone?: string } = pills[standingOf(user, now)];
  return (
    <span className="sp-pill" data-tone={pill.tone}>
      ● {pill.text}
    </span>
  );
};

/** What stands between the reader and a connection: an account, or something to use. */
const promiseOf = (user: UserInfo | undefined, now: number, shop: boolean): string => {
  if (!user) return texts.heroVisitor;
  if (standingOf(user, now) !== 'nothing') return texts.heroMember;
  return shop ? texts.heroBuy : texts.heroCoupon;
};

interface HeroProps {
  readonly user: UserInfo | undefined;
  readonly agency: boolean;
  readonly subscriptions: Subscriptions;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The head of the dashboard: how the account stands, and the next step on this device. */
export const Hero = ({ user, agency, subscriptions, now }: HeroProps): ReactNode => {
  const platform = namedHere();
  const client = recommendedClient(thisPlatform());
  const name = `${client.name} ${client.note.split(' ', 1)[0] ?? ''}`.trim();
  const shop = use(BuiltPages)('/shop') && !agency;
  return (
    <section className="sp-card sp-hero">
      <div className="sp-stack sp-hero-text">
        <h1 className="sp-h1">
          {texts.greeting(new Date(now).getHours())}，{promiseOf(user, now, shop)}
        </h1>
        <div className="sp-row">
          {user && <StandingPill user={user} now={now} />}
          <span className="sp-dim sp-small">{platform ? texts.detected(platform, name) : texts.suggested(name)}</span>
        </div>
      </div>
      <Acts user={user} agency={agency} subscriptions={subscriptions} now={now} />
    </section>
  );
};

/**
 * What to do next. Whoever has nothing to use gets that first, because a client that is set up now would only fail: in
 * the shop, where there is one (an agency has none), else by a coupon.
 */
const Acts = ({ user, agency, subscriptions, now }: HeroProps): ReactNode => {
  const shop = use(BuiltPages)('/shop') && !agency;
  const empty = user !== undefined && standingOf(user, now) === 'nothing';
  return (
    <div className="sp-row sp-hero-acts" data-empty={empty || undefined}>
      {empty && shop && (
        <Button component={Link} to="/shop" size="md">
          {texts.buy}
        </Button>
      )}
      <FreeCouponButton main={empty && !shop} />
      {user ? (
        <ImportButton subscriptions={subscriptions} variant={empty ? 'default' : 'filled'} />
      ) : (
        <VisitorButtons agency={agency} />
      )}
    </div>
  );
};

interface ImportButtonProps {
  readonly subscriptions: Subscriptions;
  readonly variant: 'filled' | 'default';
}

/** Opens the client that is recommended on this device. */
const ImportButton = ({ subscriptions, variant }: ImportButtonProps): ReactNode => {
  const client = recommendedClient(thisPlatform());
  const { onClick, help } = useImport(client.app, subscriptions);
  return (
    <>
      <Button
        component="a"
        size="md"
        variant={variant}
        href={subscriptions.linksOf(client.app)?.importLink}
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={onClick}
      >
        {texts.importInto(client.name)}
      </Button>
      {help}
    </>
  );
};

const VisitorButtons = ({ agency }: { agency: boolean }): ReactNode => (
  <>
    {!agency && (
      <Button component={Link} to="/register" variant="light" size="md">
        {texts.register}
      </Button>
    )}
    <Button component={Link} to="/login" size="md">
      {texts.logIn}
    </Button>
  </>
);
