import { Alert, Button } from '@mantine/core';
import { auditCalls } from '@skyport/contract/audit';
import { type PayInstance, payInstanceCalls as calls } from '@skyport/contract/pay-instances';
import { accountFieldOf, payKinds } from '@skyport/contract/pay-kinds';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { BusyButton } from '../../ui/busy-button.tsx';
import { useChange } from '../../api/index.ts';
import { useRemoval } from '../../list-page/use-removal.ts';
import { type Question } from '../../ui/confirm.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { pill } from '../../ui/pill.tsx';
import { feeText } from './rules.ts';
import { payInstanceTexts as texts } from './texts.ts';

interface InstanceCardProps {
  readonly instance: PayInstance;
  readonly onEdit: () => void;
  readonly ask: (question: Question) => void;
}

const stale = [calls.instances, auditCalls.list];

/** One payment instance: what it is, whether it works, and what can be done with it. */
export const InstanceCard = ({ instance, onEdit, ask }: InstanceCardProps): ReactNode => (
  <section className="sp-card sp-stack" aria-label={instance.label}>
    <div className="sp-row">
      <h2 className="sp-h2">{instance.label}</h2>
      {pill(instance.on ? texts.on : texts.off, instance.on ? undefined : 'plain')}
    </div>
    <span className="sp-dim sp-small">
      {instance.chosen.length > 0
        ? texts.chosen(instance.chosen.map((mode) => texts.modes[mode]).join('、'))
        : texts.notChosen}
    </span>
    {instance.problem !== '' && <Alert color="orange">{texts.problem(instance.problem)}</Alert>}
    <About instance={instance} />
    <Acts instance={instance} onEdit={onEdit} ask={ask} />
  </section>
);

/** Which account of ours it is, in the words of its kind. */
const accountOf = (instance: PayInstance): readonly (readonly [string, string])[] => {
  const [name, field] = accountFieldOf(payKinds[instance.kind]) ?? [];
  return name && field && instance[name] !== '' ? [[field.label, instance[name]]] : [];
};

const About = ({ instance }: Pick<InstanceCardProps, 'instance'>): ReactNode => {
  const { facts } = texts;
  return (
    <>
      <Facts
        label={texts.about(instance.label)}
        facts={[
          [facts.kind, payKinds[instance.kind].label],
          ...accountOf(instance),
          [facts.fee, feeText(instance)],
          [facts.window, texts.minutes(instance.window_minutes)],
        ]}
      />
      {instance.notify_url !== '' && (
        <div className="sp-row sp-small">
          <span style={{ overflowWrap: 'anywhere' }}>{`${facts.notify} ${instance.notify_url}`}</span>
          <CopyButton text={instance.notify_url}>{texts.copyNotify}</CopyButton>
        </div>
      )}
    </>
  );
};

/** What a test found: an empty text when it works. */
const useTest = ({ _id }: PayInstance) => {
  const [problem, setProblem] = useState<string>();
  const test = useChange(calls.testInstance, { onFailed: ({ msg }) => setProblem(msg) });
  const run = async (): Promise<void> => {
    setProblem(undefined);
    const found = await test.run({ _id });
    if (found) setProblem(found.problem ?? '');
  };
  return { problem, run, busy: test.busy };
};

const Acts = ({ instance, onEdit, ask }: InstanceCardProps): ReactNode => {
  const { _id, version, label, on, chosen, has_trades } = instance;
  const test = useTest(instance);
  const flip = useChange(calls.switchInstance, {
    done: texts.switched,
    failed: { prefix: texts.switchFailed },
    invalidates: stale,
  });
  const remove = useRemoval(calls.deleteInstance, {
    done: texts.removed,
    failed: texts.removeFailed,
    invalidates: stale,
  });
  const askOff = (): void =>
    ask({
      title: texts.offTitle,
      text: chosen.length > 0 ? `${texts.offText(label)}${texts.offChosen}` : texts.offText(label),
      confirm: texts.switchOff,
      run: () => flip.run({ _id, version, on: false }),
    });
  const askRemove = (): void =>
    ask({
      title: texts.removeTitle,
      text: texts.removeText(label),
      confirm: texts.remove,
      run: () => remove.run({ _id, version }),
      problem: remove.problem,
    });
  return (
    <div>
      <div className="sp-row">
        <Button variant="default" onClick={onEdit}>
          {texts.edit}
        </Button>
        <BusyButton variant="default" busy={test.busy} onClick={() => void test.run()}>
          {texts.test}
        </BusyButton>
        <BusyButton
          variant="default"
          busy={flip.busy}
          onClick={on ? askOff : () => void flip.run({ _id, version, on: true })}
        >
          {on ? texts.switchOff : texts.switchOn}
        </BusyButton>
        <Button
          variant="outline"
          color="red"
          disabled={has_trades}
          title={has_trades ? texts.hasTrades : ''}
          onClick={askRemove}
        >
          {texts.remove}
        </Button>
      </div>
      <TestResult problem={test.problem} />
    </div>
  );
};

const TestResult = ({ problem }: { readonly problem: string | undefined }): ReactNode => {
  const place = useRef<HTMLDivElement>(null);
  // On a phone the result appears below the edge of the screen.
  useEffect(() => {
    if (problem !== undefined) place.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <div role="status" ref={place}>
      {problem !== undefined && (
        <Alert color={problem === '' ? 'teal' : 'red'} mt="md">
          {problem || texts.works}
        </Alert>
      )}
    </div>
  );
};
