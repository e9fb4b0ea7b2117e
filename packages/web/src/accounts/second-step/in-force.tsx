import { Button } from '@mantine/core';
import type { CallError } from '@skyport/contract/client';
import { secondStepCalls } from '@skyport/contract/second-step';
import { useRef, useState, type ReactNode } from 'react';
import { useChange } from '../../api/index.ts';
import { Dated } from '../../ui/dated.tsx';
import { dateTime } from '../../ui/format.ts';
import { CodeForm, fieldMessage } from './code-form.tsx';
import { texts } from './texts.ts';

interface InForceProps {
  readonly since: string;
  readonly recoveryLeft: number;
  readonly onNewCodes: (codes: readonly string[]) => void;
}

/** With this many recovery codes left, or fewer, new ones are advised. */
const FEW = 3;

/** A second step that is on: since when, and what can be done about it, each by a code. */
export const InForce = ({ since, recoveryLeft, onNewCodes }: InForceProps): ReactNode => {
  const [asking, setAsking] = useState<'renew' | 'end'>();
  const refused = useRef<CallError>(undefined);
  const onFailed = (problem: CallError): void => {
    refused.current = problem;
  };
  const invalidates = [secondStepCalls.secondStep];
  const renew = useChange(secondStepCalls.renewRecoveryCodes, { invalidates, onFailed });
  const end = useChange(secondStepCalls.endSecondStep, { invalidates, onFailed, done: texts.on.ended });
  const send = async (code: string): Promise<string | undefined> => {
    refused.current = undefined;
    if (asking === 'end') await end.run({ code });
    else {
      const renewed = await renew.run({ code });
      if (renewed) onNewCodes(renewed.recoveryCodes);
    }
    const problem = refused.current as CallError | undefined;
    if (!problem) setAsking(undefined);
    return fieldMessage(problem);
  };
  return (
    <div className="sp-stack">
      <span>
        <Dated text={texts.on.since(dateTime(since))} />
      </span>
      <span {...(recoveryLeft > FEW && { className: 'sp-dim' })}>
        {texts.on.left(recoveryLeft)}
        {recoveryLeft <= FEW && `，${texts.on.few}`}
      </span>
      {asking === undefined && (
        <div className="sp-row">
          <Button variant="default" onClick={() => setAsking('renew')}>
            {texts.on.renew}
          </Button>
          <Button variant="light" color="red" onClick={() => setAsking('end')}>
            {texts.on.end}
          </Button>
        </div>
      )}
      {asking !== undefined && (
        <>
          <span>{asking === 'end' ? texts.on.endHint : texts.on.renewHint}</span>
          <CodeForm
            key={asking}
            submit={texts.on.confirm}
            send={send}
            cancel={texts.setUp.cancel}
            onCancel={() => setAsking(undefined)}
            dangerous={asking === 'end'}
          />
        </>
      )}
    </div>
  );
};
