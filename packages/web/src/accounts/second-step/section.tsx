import { secondStepCalls } from '@skyport/contract/second-step';
import { useState, type ReactNode } from 'react';
import { BusyButton } from '../../ui/busy-button.tsx';
import { useCall, useChange } from '../../api/index.ts';
import { toast } from '../../ui/toasts.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/section.tsx';
import { InForce } from './in-force.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUp, type Begun } from './set-up.tsx';
import { texts } from './texts.ts';

interface SecondStepProps {
  readonly title?: string;
  readonly level?: 1 | 2;
  readonly hint?: string;
}

/** Turns the second step on and off: part of the profile, where another button is the strong one, or all of a page. */
export default function SecondStepSection({
  title = texts.title,
  level = 2,
  hint = texts.off.hint,
}: SecondStepProps): ReactNode {
  const state = useCall(secondStepCalls.secondStep, {});
  const [begun, setBegun] = useState<Begun>();
  const [shown, setShown] = useState<readonly string[]>();
  const begin = useChange(secondStepCalls.beginSecondStep, {
    failed: ({ msg }) => toast(msg || texts.failed),
    invalidates: [secondStepCalls.secondStep],
    onDone: setBegun,
  });
  const body = (since: string | null, recoveryLeft: number): ReactNode => {
    if (shown) return <RecoveryCodes codes={shown} onClose={() => setShown(undefined)} />;
    if (since !== null) return <InForce since={since} recoveryLeft={recoveryLeft} onNewCodes={setShown} />;
    if (begun) {
      return (
        <SetUp
          begun={begun}
          onCancel={() => setBegun(undefined)}
          onDone={(codes) => {
            setBegun(undefined);
            setShown(codes);
          }}
        />
      );
    }
    return (
      <div>
        <BusyButton variant={level === 1 ? 'filled' : 'default'} onClick={() => void begin.run({})} busy={begin.busy}>
          {texts.off.begin}
        </BusyButton>
      </div>
    );
  };
  return (
    <Section title={title} level={level} hint={hint}>
      <Loaded of={state}>{({ since, recoveryLeft }) => body(since, recoveryLeft)}</Loaded>
    </Section>
  );
}
