import { SegmentedControl } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { readCookie, writeCookie } from '../device/cookies.ts';
import { platforms, type Platform } from '@skyport/contract/devices';
import { thisPlatform } from '../device/platform.ts';
import { ClientRow } from './client-row.tsx';
import { clients } from './clients.ts';
import { texts } from './texts.ts';
import { UniversalRow } from './universal-row.tsx';
import { WatchLink } from './watch-window.tsx';
import type { Subscriptions } from './use-subscriptions.ts';

/** Cookie that keeps the chosen tab. */
const COOKIE = 'platform';

const isPlatform = (text: string | undefined): text is Platform => platforms.some((platform) => platform === text);

/** The tab chosen before, else the platform of this device. */
const firstPlatform = (): Platform => {
  const kept = readCookie(COOKIE);
  return isPlatform(kept) ? kept : thisPlatform();
};

/** Tabs by platform, and in each its clients. */
export const StartPanel = ({ subscriptions }: { subscriptions: Subscriptions }): ReactNode => {
  const [platform, setPlatform] = useState(firstPlatform);
  const choose = (wanted: Platform): void => {
    writeCookie(COOKIE, wanted);
    setPlatform(wanted);
  };
  return (
    <section className="sp-card">
      <div className="sp-row sp-between sp-start-head">
        <h2 className="sp-h2">{texts.start}</h2>
        <SegmentedControl<Platform>
          aria-label={texts.platform}
          data={[...platforms]}
          value={platform}
          onChange={choose}
          className="sp-platforms"
        />
      </div>
      {clients[platform].map((client, at) => (
        <ClientRow
          key={`${platform} ${client.app}`}
          client={client}
          recommended={at === 0}
          subscriptions={subscriptions}
        />
      ))}
      <UniversalRow subscriptions={subscriptions} />
      <div className="sp-row sp-between sp-start-foot">
        <Link to="/windows_errors">{texts.trouble}</Link>
        {subscriptions.linksOf('auto') && <WatchLink subscriptions={subscriptions} />}
        {platform === 'iOS' && <Link to="/apple_id_share">{texts.appleId}</Link>}
      </div>
    </section>
  );
};
