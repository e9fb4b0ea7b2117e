import { Button } from '@mantine/core';
import { MOST_SESSIONS, sessionsCalls, type SessionInfo } from '@skyport/contract/sessions';
import type { ReactNode } from 'react';
import { useSession } from '../accounts/index.ts';
import { useCall, useChange } from '../api/index.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { Dated } from '../ui/dated.tsx';
import { dateTime } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { NewestOnly } from '../ui/newest-only.tsx';
import { Section } from '../ui/section.tsx';
import { texts } from './texts.ts';

const sessionTexts = texts.sessions;

/** Where the account is logged in; each place can be ended, all others, or all. */
export const SessionsSection = (): ReactNode => {
  const list = useCall(sessionsCalls.sessions, {});
  const end = useChange(sessionsCalls.endSession, {
    done: sessionTexts.ended,
    failed: sessionTexts.failed,
    invalidates: [sessionsCalls.sessions],
  });
  return (
    <Section title={sessionTexts.title} hint={sessionTexts.hint}>
      <Loaded of={list}>
        {(sessions) => (
          <>
            <ul className="sp-held" aria-label={sessionTexts.list}>
              {sessions.map((session) => (
                <SessionRow
                  key={session._id}
                  session={session}
                  busy={end.busy}
                  onEnd={() => void end.run({ id: session._id })}
                />
              ))}
            </ul>
            <NewestOnly rows={sessions} most={MOST_SESSIONS} />
            <EndMany others={sessions.some(({ current }) => !current)} />
          </>
        )}
      </Loaded>
    </Section>
  );
};

interface SessionRowProps {
  readonly session: SessionInfo;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

const SessionRow = ({ session, busy, onEnd }: SessionRowProps): ReactNode => (
  <li className="sp-session">
    <div>
      <div className="sp-row">
        <strong>{session.device}</strong>
        {session.current && <span className="sp-pill">{sessionTexts.current}</span>}
      </div>
      <span className="sp-dim sp-small">
        <Dated text={sessionTexts.seen(session.network, dateTime(session.lastSeen))} />
      </span>
    </div>
    {!session.current && (
      <Button variant="default" disabled={busy} onClick={onEnd} aria-label={sessionTexts.endOf(session.device)}>
        {sessionTexts.end}
      </Button>
    )}
  </li>
);

/** Ends all others, or all: both after a question. */
const EndMany = ({ others }: { others: boolean }): ReactNode => {
  const { logOut } = useSession();
  const { ask, dialog } = useConfirm();
  const change = useChange(sessionsCalls.logoutEverywhere, {
    done: ({ ended }) => sessionTexts.endedMany(ended),
    failed: sessionTexts.failed,
    invalidates: [sessionsCalls.sessions],
  });
  const endAll = async (): Promise<void> => {
    if (!(await change.run({}))) return;
    await logOut();
  };
  const endOthers = async (): Promise<void> => {
    await change.run({ keep_this: true });
  };
  return (
    <div className="sp-row">
      <Button
        variant="default"
        disabled={!others}
        onClick={() => ask({ title: sessionTexts.othersTitle, text: sessionTexts.othersText, run: endOthers })}
      >
        {sessionTexts.others}
      </Button>
      <Button
        color="red"
        variant="light"
        onClick={() => ask({ title: sessionTexts.allTitle, text: sessionTexts.allText, run: endAll })}
      >
        {sessionTexts.all}
      </Button>
      {dialog}
    </div>
  );
};
