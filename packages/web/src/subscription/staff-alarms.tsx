import { linkWatchCalls, type LinkAlarm } from '@skyport/contract/link-watch';
import type { ReactNode } from 'react';
import { useCall } from '../api/index.ts';
import { dateTime } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import type { Watched } from './staff-windows.tsx';
import { watchTexts as texts } from './watch-texts.ts';
import './watch.css';

type Choose = (of: Watched) => void;

/** The content of the window with accounts whose links many networks use. */
export default function StaffAlarms({ onChoose }: { onChoose: Choose }): ReactNode {
  const list = useCall(linkWatchCalls.linkAlarms, {}, { silent: true });
  return (
    <div className="sp-watch-window">
      <p className="sp-dim sp-small">{texts.alarmsExplanation}</p>
      <Loaded of={list}>
        {({ at, alarms }) =>
          alarms.length === 0 ? (
            <p className="sp-dim">{texts.alarmsEmpty}</p>
          ) : (
            <>
              <p className="sp-dim sp-small">{texts.alarmsAt(dateTime(at))}</p>
              <ul className="sp-watch" aria-label={texts.alarms}>
                {alarms.map((alarm) => (
                  <AlarmLine key={alarm.userId} alarm={alarm} onChoose={onChoose} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </div>
  );
}

const AlarmLine = ({ alarm, onChoose }: { alarm: LinkAlarm; onChoose: Choose }): ReactNode => (
  <li>
    <button type="button" onClick={() => onChoose({ userId: alarm.userId, email: alarm.email })}>
      {alarm.email}
    </button>
    <span>{texts.networks(alarm.networks)}</span>
    <span className="sp-dim sp-small">
      {[texts.fetches(alarm.fetches), alarm.networksToldAt !== null && texts.notified].filter(Boolean).join(' · ')}
    </span>
    <span className="sp-small" data-bad>
      {alarm.wrongKeys > 0 && texts.wrongKeys(alarm.wrongKeys)}
    </span>
  </li>
);
