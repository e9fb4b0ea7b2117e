import { Alert, Button } from '@mantine/core';
import { type LinkFetch, type LinkFetches, MOST_FETCHES } from '@skyport/contract/link-watch';
import { type ReactNode, useState } from 'react';
import { NewestOnly } from '../ui/newest-only.tsx';
import { clientName, usedAgo, watchTexts as texts } from './watch-texts.ts';
import './watch.css';

interface FetchListProps {
  readonly of: LinkFetches;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The warning about too many networks in a day. */
  readonly warning: (networks: number, above: number) => string;
  /** Lines that are shown before the others are asked for; without it all. */
  readonly few?: number | undefined;
}

/** Who fetched a link: a warning where they come from too many networks, then one line a network and client. */
export const FetchList = ({ of, now, warning, few = MOST_FETCHES }: FetchListProps): ReactNode => {
  const [shown, setShown] = useState(few);
  if (of.fetches.length === 0) return <p className="sp-dim">{texts.empty}</p>;
  const many = of.alarmAbove > 0 && of.networksToday > of.alarmAbove;
  return (
    <>
      {many && (
        <Alert color="red" variant="light" role="alert">
          {warning(of.networksToday, of.alarmAbove)}
        </Alert>
      )}
      <div className="sp-dim sp-small">{texts.sum(of.networks)}</div>
      <ul className="sp-watch" aria-label={texts.list}>
        {of.fetches.slice(0, shown).map((fetch) => (
          <FetchLine key={`${fetch.network} ${fetch.client}`} fetch={fetch} now={now} />
        ))}
      </ul>
      {of.fetches.length > shown && (
        <Button variant="default" style={{ justifySelf: 'start' }} onClick={() => setShown(MOST_FETCHES)}>
          {texts.all(of.fetches.length)}
        </Button>
      )}
      <NewestOnly rows={of.fetches} most={MOST_FETCHES} />
    </>
  );
};

const FetchLine = ({ fetch, now }: { fetch: LinkFetch; now: number }): ReactNode => (
  <li>
    <b>{clientName(fetch.client, fetch.version)}</b>
    <span>{usedAgo(fetch.lastHour, now)}</span>
    <span className="sp-dim sp-small">{fetch.network === 'unknown' ? texts.unknownNetwork : fetch.network}</span>
    <span className="sp-dim sp-small">{texts.times(fetch.count, fetch.days)}</span>
  </li>
);
