import { Button } from '@mantine/core';
import { type UserDetail, usersCalls as calls } from '@skyport/contract/users';
import type { ReactNode } from 'react';
import { MOST_SESSIONS, type SessionInfo } from '@skyport/contract/sessions';
import { useCall, useChange } from '../api/index.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { Dated } from '../ui/dated.tsx';
import { shopTime } from '../ui/shop-time.ts';
import { Loaded } from '../ui/loaded.tsx';
import { NewestOnly } from '../ui/newest-only.tsx';
import { Section } from '../ui/section.tsx';
import { accountReads } from './account-reads.ts';
import { pageTexts } from './page-texts.ts';
import classes from './user.module.css';

const texts = pageTexts.sessions;

/** Where an account is logged in, and the end of all of it after a question. */
export const SessionsSection = ({ user }: { user: UserDetail }): ReactNode => {
  const uid = user._id;
  const read = useCall(calls.sessions, { uid });
  const { ask, dialog } = useConfirm();
  const end = useChange(calls.endSessions, {
    done: ({ ended }) => texts.ended(ended),
    failed: { prefix: texts.failed },
    invalidates: accountReads,
  });
  const endOne = useChange(calls.endSession, {
    done: texts.endedOne,
    failed: { prefix: texts.failed },
    invalidates: accountReads,
  });
  const askOne = ({ _id, device }: SessionInfo): void =>
    ask({ title: texts.endOneTitle(device), text: texts.endOneText, run: () => endOne.run({ uid, id: _id }) });
  const question = { title: texts.endTitle(user.email), text: texts.endText, run: () => end.run({ uid }) };
  return (
    <Section title={texts.title}>
      <Loaded of={read} height={80}>
        {(sessions) =>
          sessions.length === 0 ? (
            <span className="sp-dim">{texts.empty}</span>
          ) : (
            <>
              <ul className={classes.list} aria-label={texts.title}>
                {sessions.map((session) => (
                  <OneSession key={session._id} session={session} onEnd={() => askOne(session)} />
                ))}
              </ul>
              <NewestOnly rows={sessions} most={MOST_SESSIONS} />
              <div>
                <Button variant="light" color="red" onClick={() => ask(question)}>
                  {texts.end}
                </Button>
              </div>
            </>
          )
        }
      </Loaded>
      {dialog}
    </Section>
  );
};

/** One place of them; staff who look at their own account end their own session by logging out. */
const OneSession = ({ session, onEnd }: { session: SessionInfo; onEnd: () => void }): ReactNode => {
  const { device, network, lastSeen, current } = session;
  return (
    <li className={classes.beside}>
      <span>
        <span className="sp-row">
          <strong>{device}</strong>
          {current && <span className="sp-pill">{texts.current}</span>}
        </span>
        <span className="sp-dim sp-small">
          <Dated text={texts.seen(network, shopTime(lastSeen))} />
        </span>
      </span>
      {!current && (
        <Button variant="default" aria-label={texts.endOneOf(device)} onClick={onEnd}>
          {texts.endOne}
        </Button>
      )}
    </li>
  );
};
