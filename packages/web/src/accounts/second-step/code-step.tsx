import { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { secondStepCalls } from '@skyport/contract/second-step';
import type { ReactNode } from 'react';
import { callServer, toastCommonFailure } from '../../api/index.ts';
import { showToast } from '../../ui/toasts.ts';
import { CodeForm } from './code-form.tsx';
import { texts } from './texts.ts';

interface CodeStepProps {
  /** What the server gave for the right password. */
  readonly ticket: string;
  readonly onDone: () => Promise<void>;
  /** Back to e-mail and password. */
  readonly onBack: () => void;
}

/** The second page of the log-in: a code of the app, or a recovery code. */
export default function CodeStep({ ticket, onDone, onBack }: CodeStepProps): ReactNode {
  const send = async (code: string): Promise<string | undefined> => {
    try {
      await callServer(secondStepCalls.loginSecondStep, { ticket, code });
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem;
      if (toastCommonFailure(problem)) return undefined;
      if (problem.code !== codes.ticketExpired.code) return problem.msg;
      showToast(texts.login.expired, 'error');
      onBack();
      return undefined;
    }
    await onDone();
    return undefined;
  };
  return (
    <div className="sp-card sp-narrow sp-stack">
      <h1 className="sp-h1">{texts.title}</h1>
      <span className="sp-dim">{texts.login.hint}</span>
      <CodeForm submit={texts.login.submit} send={send} cancel={texts.login.back} onCancel={onBack} />
    </div>
  );
}
