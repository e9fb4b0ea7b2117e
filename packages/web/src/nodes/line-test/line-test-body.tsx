import { Alert, Button, Group, Loader, Text } from '@mantine/core';
import type { Output } from '@skyport/contract/call';
import { lineTestCalls as calls, type LineTestResult } from '@skyport/contract/line-test';
import { nodesCalls } from '@skyport/contract/nodes';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useChange } from '../../api/index.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import nodes from '../nodes.module.css';
import classes from './line-test.module.css';
import { lineTestTexts as texts } from './texts.ts';

type Result = Output<(typeof calls)['lineTest']>;
type Shown = { readonly state: 'running' } | { readonly state: 'refused'; readonly why: string } | Result;

const invalidates = [nodesCalls.lineList];

/** Tests a line as soon as it is shown, and shows what came of it step by step. */
export default function LineTestBody({ lineId }: { lineId: string }): ReactNode {
  const [shown, setShown] = useState<Shown>({ state: 'running' });
  const test = useChange(calls.lineTest, {
    invalidates,
    // The window says it; a toast would be the same words again.
    onFailed: ({ msg }) => setShown({ state: 'refused', why: msg }),
  });
  const start = async (): Promise<void> => {
    setShown({ state: 'running' });
    const result = await test.run({ id: lineId });
    if (result) setShown(result);
  };
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void start();
  });
  const isOver = !('state' in shown && shown.state === 'running');
  return (
    <div className="sp-stack">
      <Text size="sm">{texts.explain}</Text>
      <div role="status">{'state' in shown ? <Before shown={shown} /> : <Verdict result={shown} />}</div>
      {!('state' in shown) && <Details result={shown} />}
      <Group gap="xs">
        <Button disabled={!isOver} onClick={() => void start()}>
          {texts.again}
        </Button>
        {!('state' in shown) && <CopyButton text={shown.msg}>{texts.copyLog}</CopyButton>}
      </Group>
    </div>
  );
}

const Before = ({ shown }: { shown: Exclude<Shown, Result> }): ReactNode => {
  if (shown.state === 'running') return <Running />;
  return (
    <Alert color="red" title={texts.failed}>
      {shown.why}
    </Alert>
  );
};

/** What goes on, and for how long already. */
const Running = (): ReactNode => {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Group gap="sm" wrap="nowrap">
      <Loader size="sm" />
      <Text size="sm">{texts.running(seconds)}</Text>
    </Group>
  );
};

const verdictOf = ({ ok, kind }: Result): { text: string; tone: string } => {
  if (!ok) return { text: texts.bad, tone: 'bad' };
  return kind === 'traffic' ? { text: texts.good, tone: 'ok' } : { text: texts.reached, tone: 'warn' };
};

const Verdict = ({ result }: { result: Result }): ReactNode => {
  const { text, tone } = verdictOf(result);
  return (
    <Text fw={600}>
      <span className={nodes.dot} data-tone={tone} aria-hidden="true" />
      {text}
      {result.ms !== null && `，${texts.took(result.ms)}`}
    </Text>
  );
};

const Details = ({ result }: { result: Result }): ReactNode => (
  <>
    {result.note !== '' && (
      <Alert color="orange" title={texts.notSent}>
        {result.note}
      </Alert>
    )}
    <section aria-label={texts.steps}>
      {[...new Set(result.steps.map(({ at }) => at))].map((at) => (
        <div key={at}>
          <p className={classes.place}>{at}</p>
          <ul className={classes.steps}>
            {result.steps
              .filter((step) => step.at === at)
              .map((step) => (
                <Step key={step.step} result={step} />
              ))}
          </ul>
        </div>
      ))}
    </section>
    {result.kind === 'traffic' && (
      <Text size="sm">
        {texts.exit}：{result.exit ? texts.exitAt(result.exit.ip, result.exit.country) : texts.noExit}
      </Text>
    )}
  </>
);

const Step = ({ result: { step, ok, ms, text } }: { result: LineTestResult }): ReactNode => (
  <li>
    <span
      className={nodes.dot}
      data-tone={ok ? 'ok' : 'bad'}
      role="img"
      aria-label={ok ? texts.passed : texts.stopped}
    />
    <span>{texts.step[step]}</span>
    <span className={classes.text}>{text}</span>
    <span className="sp-dim">{ms === null ? '' : texts.took(ms)}</span>
  </li>
);
