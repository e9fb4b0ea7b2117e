import { ActionIcon, Progress } from '@mantine/core';
import type { UserInfo } from '@skyport/contract/accounts';
import { amountOf, isShownInM } from '@skyport/contract/gift-text';
import { IconPlus } from '@tabler/icons-react';
import { use, type ReactNode } from 'react';
import { Link } from 'react-router';
import { BuiltPages } from '../ui/built-pages.ts';
import { date, daysLeft, gb, plainGb } from '../ui/format.ts';
import { permanentLeft, quotaOf, standingOf } from './rules.ts';
import { texts } from './texts.ts';

/** Whether the account has a daily quota, or used one today; an empty bar would promise one to others. */
const hasQuota = (user: UserInfo, now: number): boolean =>
  ['member', 'quota'].includes(standingOf(user, now)) || user.dailyTimePackageUsage > 0;

/** Days of membership that are left, and the day's quota. `now` in ms; a visitor sees what will stand here. */
export const MembershipCard = ({ user, now }: { user: UserInfo | undefined; now: number }): ReactNode => {
  const quota = user && hasQuota(user, now) ? quotaOf(user) : undefined;
  const without = user ? texts.quotaNone : texts.visitorNote;
  const isMember = user?.vipExpireTime != null && Date.parse(user.vipExpireTime) > now;
  return (
    <section className="sp-card sp-stat">
      <h2 className="sp-stat-head">
        {texts.daysTitle}
        {isMember && <span className="sp-unbroken">{texts.until(date(user.vipExpireTime))}</span>}
      </h2>
      <div className="sp-big">
        {user ? daysLeft(user.vipExpireTime, now) : '—'}
        <small>{texts.days}</small>
      </div>
      {quota && <Progress value={quota.percent} aria-label={texts.quotaLabel} />}
      <span className="sp-dim sp-small">{quota ? texts.quota(gb(quota.used), plainGb(quota.limit)) : without}</span>
    </section>
  );
};

/** Traffic that is left, and its unit: G with two decimals, few in M. */
const leftOf = (bytes: number): string[] => (isShownInM(bytes) ? amountOf(bytes).split(' ') : [gb(bytes), 'G']);

/** Permanent traffic that is left, with the way to the shop, once there is one, for whoever may buy. */
export const PermanentCard = ({ user, agency }: { user: UserInfo | undefined; agency: boolean }): ReactNode => {
  const built = use(BuiltPages);
  const shop = built('/shop') && !agency;
  const prize = built('/prize') && !agency && user !== undefined;
  const [left, unit] = user ? leftOf(permanentLeft(user)) : ['—', 'G'];
  return (
    <section className="sp-card sp-stat">
      <h2 className="sp-stat-head">
        {texts.permanentTitle}
        {shop && (
          <ActionIcon component={Link} to="/shop" variant="light" color="indigo" aria-label={texts.topUp}>
            <IconPlus size={18} aria-hidden />
          </ActionIcon>
        )}
      </h2>
      <div className="sp-big">
        {left}
        <small>{unit}</small>
      </div>
      <span className="sp-dim sp-small">
        {user ? texts.permanentNote : texts.visitorNote} {prize && <Link to="/prize">{texts.toPrize}</Link>}
      </span>
    </section>
  );
};
