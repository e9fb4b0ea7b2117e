import { Button } from '@mantine/core';
import { type UserDetail, usersCalls as calls } from '@skyport/contract/users';
import { userTypeText } from '@skyport/contract/users-columns';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCall } from '../api/index.ts';
import { isMissing } from '../api/is-missing.ts';
import { ChangesOf } from '../audit/index.ts';
import { UsesOf } from '../coupons/index.ts';
import { FetchesOf } from '../subscription/index.ts';
import { Arriving } from '../ui/arriving.tsx';
import { RowActions } from '../ui/data-table/row-actions.tsx';
import { copyWithToast } from '../ui/copy-button.tsx';
import { Facts } from '../ui/facts.tsx';
import { shopTime } from '../ui/shop-time.ts';
import { Loaded, Waiting } from '../ui/loaded.tsx';
import { Section } from '../ui/section.tsx';
import { BalancesSection } from './balances-section.tsx';
import { pageTexts as texts } from './page-texts.ts';
import { OrdersOf } from './orders-of.tsx';
import { PermissionsSection } from './permissions-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { UserState } from './user-state.tsx';
import { texts as listTexts } from './texts.ts';
import { LinesOf, NoticesOf, RecordsOf } from './user-tables.tsx';
import { useUserActions } from './use-user-actions.tsx';
import classes from './user.module.css';

/** /admin_user?id=…: everything that staff know of one account. */
export default function UserPage(): ReactNode {
  const [params] = useSearchParams();
  const uid = params.get('id') ?? '';
  const read = useCall(calls.user, { uid });
  return (
    <div className={classes.page}>
      <div className="sp-row sp-between">
        <h1 className="sp-h1">{texts.title}</h1>
        <Button component={Link} to="/admin_userlist" variant="default">
          {texts.back}
        </Button>
      </div>
      {isMissing(read.error) ? (
        <p className="sp-card">{texts.nobody}</p>
      ) : (
        <Loaded of={read} height={320} alone>
          {(user) => <Found key={user._id} user={user} />}
        </Loaded>
      )}
    </div>
  );
}

const Found = ({ user }: { user: UserDetail }): ReactNode => (
  <>
    <Head user={user} />
    <BalancesSection user={user} />
    <OrdersOf user={user} />
    <LinesOf uid={user._id} />
    <PermissionsSection user={user} />
    <RecordsOf uid={user._id} />
    <section className="sp-card">
      <OtherFeature height={200}>
        <UsesOf uid={user._id} />
      </OtherFeature>
    </section>
    <SessionsSection user={user} />
    <Section title={texts.fetches.title}>
      <OtherFeature height={120}>
        <FetchesOf userId={user._id} few={5} />
      </OtherFeature>
    </Section>
    <NoticesOf uid={user._id} />
    <section className="sp-card">
      <OtherFeature height={200}>
        <ChangesOf object={user._id} />
      </OtherFeature>
    </section>
  </>
);

/** A part of the page that belongs to another feature, whose code is fetched when it is shown. */
const OtherFeature = ({ height, children }: { height: number; children: ReactNode }): ReactNode => (
  <Arriving fallback={<Waiting height={height} />}>{children}</Arriving>
);

const { fact } = texts;

const switched = (isOn: boolean): string => (isOn ? texts.on : texts.off);

/** The channel by which the account invites others. */
const OwnChannel = ({ uid }: { uid: string }): ReactNode => {
  const { data, isError } = useCall(calls.getUserChannel, { user_id: uid }, { silent: true });
  if (isError) return texts.unread;
  if (data === undefined) return null;
  return data.code === '' ? texts.none : texts.ownChannel(data);
};

const Head = ({ user }: { user: UserDetail }): ReactNode => {
  const { actionsOf, windows } = useUserActions();
  return (
    <section className="sp-card sp-stack" aria-label={user.email}>
      <div className="sp-row sp-between">
        <div className="sp-row">
          <h2 className={`sp-h2 ${classes.name}`}>{user.email}</h2>
          <UserState user={user} />
          <span className="sp-pill" data-tone="plain">
            {userTypeText(user)}
          </span>
          {user.paidUser && <span className="sp-pill">{listTexts.columns.paid}</span>}
        </div>
        <RowActions actions={actionsOf(user)} name={user.email} phone />
      </div>
      <Facts
        label={texts.facts}
        facts={[
          [
            fact.id,
            <Button key="id" variant="subtle" size="compact-sm" mr={-8} onClick={() => void copyWithToast(user._id)}>
              {texts.copyId}
            </Button>,
          ],
          [fact.created, shopTime(user.createTime)],
          [fact.active, shopTime(user.lastActiveTime)],
          [fact.channel, user.channel_code || texts.none],
          [fact.inviter, user.inviter_email || texts.none],
          ...(user.is_agency_user ? [[fact.agency, user.agent_email || texts.none] as const] : []),
          [fact.scale, user.scale],
          [fact.ownChannel, <OwnChannel key="channel" uid={user._id} />],
          [fact.secondStep, switched(user.second_step === true)],
          [fact.normalPermission, switched(user.normalPermission)],
          [fact.forceReward, switched(user.forceReward)],
          [fact.canChangeKey, switched(user.canChangeDescribeKey)],
          [fact.canChangePassword, switched(user.canChangePassword)],
          [fact.daily, user.specialDailyUnlimitTraffic ? texts.gigabytes(user.dailyUnlimitTraffic) : texts.off],
          [fact.firstUrl, user.first_url || texts.none],
          [fact.lastUrl, user.last_url || texts.none],
        ]}
      />
      {windows}
    </section>
  );
};
