import { Button, Loader } from '@mantine/core';
import { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { handoffCalls, HandoffQuestion } from '@skyport/contract/handoff';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { callServer, personLeft, toastCommonFailure } from '../api/index.ts';
import { recordLogin } from '../device/local-db.ts';
import { sessionChangedHere } from '../device/session-tabs.ts';
import { showToast } from '../ui/toasts.ts';
import { texts } from './texts.ts';

type Stage = 'asking the server' | HandoffQuestion | 'done';

/** Exchanges a hand-off token. Gives the question when the person has to be asked first. */
const exchange = async (token: string, agreed?: HandoffQuestion): Promise<HandoffQuestion | undefined> => {
  try {
    const answer = agreed ? { replace: true, current: agreed.current } : { replace: false };
    await callServer(handoffCalls.takeHandoff, { token, ...answer });
    void recordLogin(Date.now()).catch(() => undefined);
    // The session may now be another account's.
    sessionChangedHere();
    personLeft();
  } catch (problem) {
    if (!(problem instanceof CallError)) throw problem;
    if (problem.code === codes.otherAccount.code) return HandoffQuestion.parse(problem.data);
    if (!toastCommonFailure(problem)) showToast(texts.handoff.dead, 'error');
  }
  return undefined;
};

/**
 * Exchanges the token of a link from another domain before the console makes any call. Logs in only after a question.
 */
export default function HandOff({ token, children }: { token: string; children: ReactNode }): ReactNode {
  const [stage, setStage] = useState<Stage>('asking the server');
  const asked = useRef(false);
  const run = async (agreed?: HandoffQuestion): Promise<void> => {
    setStage('asking the server');
    setStage((await exchange(token, agreed)) ?? 'done');
  };
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void run();
  });
  if (stage === 'done') return children;
  if (stage === 'asking the server') {
    return (
      <main className="sp-page">
        <div className="sp-card sp-narrow sp-stack" role="status">
          <Loader aria-hidden />
          <span className="sp-dim">{texts.handoff.waiting}</span>
        </div>
      </main>
    );
  }
  const { email, current } = stage;
  return (
    <main className="sp-page">
      <section className="sp-card sp-narrow sp-stack" role="alertdialog" aria-label={texts.handoff.title}>
        <h1 className="sp-h1">{texts.handoff.title}</h1>
        {current !== null && <span className="sp-dim">{texts.handoff.current(current)}</span>}
        <span>{texts.handoff.question(email)}</span>
        <span className="sp-dim">{texts.handoff.notMine}</span>
        {current === null ? (
          <>
            <Button onClick={() => void run(stage)}>{texts.handoff.logIn}</Button>
            <Button variant="default" onClick={() => setStage('done')}>
              {texts.handoff.cancel}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => setStage('done')}>{texts.handoff.stay}</Button>
            <Button variant="default" onClick={() => void run(stage)}>
              {texts.handoff.replace}
            </Button>
          </>
        )}
      </section>
    </main>
  );
}
