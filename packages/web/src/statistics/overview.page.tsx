import { type WaitingKind, statisticsCalls as calls } from '@skyport/contract/statistics';
import type { Output } from '@skyport/contract/call';
import { releases } from '@skyport/contract/releases';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../api/index.ts';
import { flaggedAddress } from '../list-page/order-address.ts';
import { useHost } from '../notices/index.ts';
import { Facts } from '../ui/facts.tsx';
import { traffic, yuan } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Section } from '../ui/section.tsx';
import { shopTime } from '../ui/shop-time.ts';
import { overviewTexts as texts } from './overview-texts.ts';
import classes from './statistics.module.css';

type Overview = Output<typeof calls.overview>;

/** It is what staff leave open: pause between two readings, in ms. */
const READ_MS = 30_000;

/** Where each of them is done with. */
const ways: Readonly<Record<WaitingKind, string>> = {
  ledger: '/admin_error',
  backups: '/admin_backups',
  tickets: '/admin_tickets',
  withdrawals: '/admin_charge',
  flags: flaggedAddress,
  unclaimed: '/admin_money?tab=unclaimed',
  claims: '/admin_money?tab=claims',
  requests: '/admin_money?tab=requests',
  differences: '/admin_reconcile',
  providers: '/admin_money?tab=health',
  nodes: '/admin_agents',
  reports: '/admin_agents',
  jobs: '/admin_jobs',
};

const DOWNLOADS = `/admin_config?find=${encodeURIComponent(texts.downloads.find)}`;

/** Some guides have no file to download until the operator has set a base for them. */
const MissingDownloads = (): ReactNode => {
  const host = useHost();
  if (!host || host.contentUrl_guonei !== '' || host.contentUrl_guowai !== '') return null;
  return (
    <p className={`${classes.hint} sp-dim`}>
      {texts.downloads.missing} <Link to={DOWNLOADS}>{texts.downloads.set}</Link>
    </p>
  );
};

/** /admin_overview: what needs somebody now, and how the day goes. */
export default function OverviewPage(): ReactNode {
  const read = useCall(calls.overview, {}, { refetchEvery: READ_MS });
  return (
    <div className={classes.page}>
      <h1 className="sp-h1">{texts.title}</h1>
      <Loaded of={read} height={320} alone>
        {(overview) => (
          <>
            <Waiting of={overview.waiting} />
            <Today of={overview} />
            <Program of={overview.program} />
          </>
        )}
      </Loaded>
    </div>
  );
}

const Waiting = ({ of }: { readonly of: Overview['waiting'] }): ReactNode => {
  const some = of.filter(({ count }) => count > 0);
  return (
    <Section title={texts.waiting}>
      {some.length === 0 ? (
        <p className={classes.hint}>{texts.nothing}</p>
      ) : (
        <ul className={classes.waiting}>
          {some.map(({ _id, count, since }) => (
            <li key={_id}>
              <Link to={ways[_id]}>
                <span className="sp-pill" data-tone={_id === 'ledger' ? 'bad' : 'reward'}>
                  {count}
                </span>
                <span {...(_id === 'ledger' && { role: 'alert' })}>{texts.kinds[_id]}</span>
                {since !== null && <span className="sp-dim sp-small">{texts.since(shopTime(since))}</span>}
                <IconChevronRight size={18} aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <MissingDownloads />
    </Section>
  );
};

const Today = ({ of: { today, totalRemainingTraffic, activeVipCount } }: { readonly of: Overview }): ReactNode => (
  <Section title={texts.today}>
    <Facts
      label={texts.today}
      facts={[
        [texts.income, texts.yuan(yuan(today.income))],
        [texts.orders, texts.payments(today.payNum)],
        [texts.signs, texts.people(today.signUseNum)],
        [texts.used, traffic(today.normalTraffic + today.dayTrafficUse)],
        [texts.members, texts.people(activeVipCount)],
        [texts.left, traffic(totalRemainingTraffic)],
      ]}
    />
    <Link to="/admin_stastic">{texts.statistics}</Link>
  </Section>
);

/** The version that the server runs, and what changed in it. */
const Program = ({ of: { version, commit } }: { readonly of: Overview['program'] }): ReactNode => {
  const release = releases.find((each) => each.version === version);
  return (
    <Section title={texts.program}>
      <p className={classes.hint}>{texts.version(version, commit)}</p>
      {release && (
        <ul aria-label={texts.changes} className={classes.changes}>
          {release.changes.map((change) => (
            <li key={change} className="sp-small">
              {change}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
};
