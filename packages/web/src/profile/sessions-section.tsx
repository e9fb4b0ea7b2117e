import { Button } from '@mantine/core';
import { sessionsCalls, type SessionInfo } from '@skyport/contract/sessions';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../accounts/index.ts';
import { useCall, useChange } from '../api/index.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { dateTime } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Section } from './section.tsx';
import { texts } from './texts.ts';

const words = texts.sessions;

/** Where the account is logged in; each place can be ended, all others, or all. */
export const SessionsSection = (): ReactNode => {
  const list = useCall(sessionsCalls.sessions, {});
  const end = useChange(sessionsCalls.endSession, {
    done: words.ended,
    failed: words.failed,
    invalidates: [sessionsCalls.sessions],
  });
  return (
    <Section title={words.title} hint={words.hint}>
      <Loaded of={list}>
        {(sessions) => (
          <>
            <ul className="sp-held" aria-label={words.list}>
              {sessions.map((session) => (
                <SessionRow
                  key={session._id}
                  session={session}
                  busy={end.busy}
                  onEnd={() => void end.run({ id: session._id })}
                />
              ))}
            </ul>
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
        {session.current && <span className="sp-pill">{words.current}</span>}
      </div>
      <span className="sp-dim sp-small">{words.seen(session.network, dateTime(session.lastSeen))}</span>
    </div>
    {!session.current && (
      <Button variant="default" disabled={busy} onClick={onEnd} aria-label={words.endOf(session.device)}>
        {words.end}
      </Button>
    )}
  </li>
);

/** Ends all others, or all: both after a question. */
const EndMany = ({ others }: { others: boolean }): ReactNode => {
  const { logOut } = useSession();
  const navigate = useNavigate();
  const { ask, dialog } = useConfirm();
  const change = useChange(sessionsCalls.logoutEverywhere, {
    done: ({ ended }) => words.endedMany(ended),
    failed: words.failed,
    invalidates: [sessionsCalls.sessions],
  });
  const endAll = async (): Promise<void> => {
    if (!(await change.run({}))) return;
    await logOut();
    await navigate('/login');
  };
  const endOthers = async (): Promise<void> => {
    await change.run({ keep_this: true });
  };
  return (
    <div className="sp-row">
      <Button
        variant="default"
        disabled={!others}
        onClick={() => ask({ title: words.othersTitle, text: words.othersText, run: endOthers })}
      >
        {words.others}
      </Button>
      <Button
        color="red"
        variant="light"
        onClick={() => ask({ title: words.allTitle, text: words.allText, run: endAll })}
      >
        {words.all}
      </Button>
      {dialog}
    </div>
  );
};
