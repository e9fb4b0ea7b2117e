import '@mantine/core/styles/Anchor.css';
import { Anchor } from '@mantine/core';
import { accountsCalls } from '@skyport/contract/accounts';
import type { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { secondStepCalls } from '@skyport/contract/second-step';
import { useRef, type ReactNode } from 'react';
import { useChange } from '../../api/index.ts';
import { isMobile } from '../../device/platform.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { QrCanvas } from '../../ui/qr-modal.tsx';
import { showToast } from '../../ui/toasts.ts';
import { CodeForm, fieldMessage } from './code-form.tsx';
import './second-step.css';
import { texts } from './texts.ts';

/** A secret that was begun and waits for its first code. */
export interface Begun {
  readonly secret: string;
  readonly uri: string;
}

interface SetUpProps {
  readonly begun: Begun;
  readonly onCancel: () => void;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}

/** The secret in groups of four, as people type it. */
const inFours = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** Shows the secret as a code to scan and as letters to type, and asks for the first code of the app. */
export const SetUp = ({ begun: { secret, uri }, onCancel, onDone }: SetUpProps): ReactNode => {
  const refused = useRef<CallError>(undefined);
  const confirm = useChange(secondStepCalls.confirmSecondStep, {
    done: texts.setUp.done,
    invalidates: [secondStepCalls.secondStep, accountsCalls.userInfo],
    onFailed: (problem) => {
      refused.current = problem;
    },
  });
  const send = async (code: string): Promise<string | undefined> => {
    refused.current = undefined;
    const answer = await confirm.run({ code });
    if (answer) {
      onDone(answer.recoveryCodes);
      return undefined;
    }
    const problem = refused.current as CallError | undefined;
    if (problem?.code === codes.notFound.code) {
      showToast(texts.setUp.ended, 'error');
      onCancel();
    }
    return fieldMessage(problem);
  };
  return (
    <div className="sp-stack">
      <span>{texts.setUp.scan}</span>
      <div className="sp-code">
        <QrCanvas text={uri} />
      </div>
      <div>
        <span className="sp-dim sp-small">{texts.setUp.secret}</span>
        <div className="sp-secret">{inFours(secret)}</div>
      </div>
      <div className="sp-row">
        <CopyButton text={secret}>{texts.setUp.copySecret}</CopyButton>
        {isMobile() && <Anchor href={uri}>{texts.setUp.open}</Anchor>}
      </div>
      <span>{texts.setUp.type}</span>
      <CodeForm submit={texts.setUp.submit} send={send} cancel={texts.setUp.cancel} onCancel={onCancel} />
    </div>
  );
};
