import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import type { InstallView } from '@skyport/contract/install';
import { type ReactNode, useState } from 'react';
import { HostKeyAhead, HostKeyQuestion } from './host-key.tsx';
import classes from './install.module.css';
import { logText } from './log-text.ts';
import { LogView } from './log-view.tsx';
import { batchProgress, mostPressing, stepTones } from './progress.ts';
import { problemText } from './problem-text.ts';
import { isBusy, stateText } from './rules.ts';
import { stateTexts } from './texts.ts';
import { useInstallLog } from './use-install-log.ts';
import { progressTexts as texts } from './window-texts.ts';

/** What the window is given. */
export interface InstallBodyProps {
  /** The nodes that were asked for together, in their order. */
  readonly installs: readonly InstallView[];
  readonly nameOf: (id: string) => string;
  readonly onRepeat: (install: InstallView) => void;
  readonly onClose: () => void;
}

/** What is done to one node, or to several one after another: progress, the question for the host key, and the log. */
export default function InstallBody({ installs, nameOf, onRepeat, onClose }: InstallBodyProps): ReactNode {
  const [chosen, setChosen] = useState<string>();
  const shown = installs.find(({ _id }) => _id === chosen) ?? mostPressing(installs);
  return (
    <div className="sp-stack">
      {installs.length > 1 && (
        <Batch installs={installs} shown={shown?._id} nameOf={nameOf} onChoose={(id) => setChosen(id)} />
      )}
      {shown && <One key={shown._id} install={shown} name={nameOf(shown._id)} onRepeat={onRepeat} onClose={onClose} />}
    </div>
  );
}

const Batch = ({
  installs,
  shown,
  nameOf,
  onChoose,
}: {
  installs: readonly InstallView[];
  shown: string | undefined;
  nameOf: (id: string) => string;
  onChoose: (id: string) => void;
}): ReactNode => {
  const { over, percent } = batchProgress(installs);
  const progress = texts.overall(over, installs.length);
  return (
    <>
      <Text size="sm" role="status">
        {progress}
      </Text>
      <Progress value={percent} aria-label={progress} />
      <ul className={classes.batch} aria-label={texts.nodes}>
        {installs.map((install) => (
          <li key={install._id}>
            <button
              type="button"
              className={classes.pick}
              aria-pressed={install._id === shown}
              onClick={() => onChoose(install._id)}
            >
              {nameOf(install._id)}
              <span data-state={install.state}>{stateText(install)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
};

const factsOf = (install: InstallView): readonly string[] => [
  ...(install.version === '' ? [] : [texts.version(install.version)]),
  ...(install.previous_version === '' ? [] : [texts.previous(install.previous_version)]),
  ...(install.prefix === '' ? [] : [texts.prefix(install.prefix)]),
  ...(install.key_installed ? [texts.keyOnly] : []),
];

interface OneProps extends Pick<InstallBodyProps, 'onRepeat' | 'onClose'> {
  readonly install: InstallView;
  readonly name: string;
}

const One = ({ install: listed, name, onRepeat, onClose }: OneProps): ReactNode => {
  const log = useInstallLog(listed._id);
  // The log is read more often than the list and after it, so its state is the newer one.
  const install = log.data?.install ?? listed;
  const problem = problemText(install);
  const asksForKey = install.seen_host_key !== '';
  return (
    <>
      <Head install={install} name={name} />
      {install.state === 'failed' && problem !== '' && <Alert color="red">{problem}</Alert>}
      {asksForKey && <HostKeyQuestion install={install} />}
      <LogView text={logText(log.data?.text ?? '')} failed={log.isError} />
      <Text size="sm" c="var(--sp-dim)">
        {factsOf(install).join(' · ')}
      </Text>
      {!asksForKey && <HostKeyAhead install={install} />}
      <Group justify="flex-end" className="sp-foot">
        {install.state === 'failed' && (
          <Button variant="default" onClick={() => onRepeat(install)}>
            {texts.repeat}
          </Button>
        )}
        <Button variant={isBusy(install) ? 'default' : 'filled'} onClick={onClose}>
          {texts.close}
        </Button>
      </Group>
    </>
  );
};

const tones: Partial<Record<InstallView['state'], string>> = {
  failed: 'bad',
  queued: 'accent',
  running: 'accent',
  'waiting-host-key': 'reward',
};

const Head = ({ install, name }: { install: InstallView; name: string }): ReactNode => (
  <>
    <Group justify="space-between">
      <Text fw={600}>{name}</Text>
      <span className="sp-pill" data-tone={tones[install.state]} role="status">
        {stateText(install)}
      </span>
    </Group>
    <Progress
      value={install.percent}
      color={install.state === 'failed' ? 'red' : 'indigo'}
      aria-label={texts.bar(name)}
    />
    <ol className={classes.steps} aria-label={texts.stepList}>
      {stepTones(install).map(({ step, tone }) => (
        <li key={step} data-tone={tone} aria-current={tone === 'now' ? 'step' : undefined}>
          {stateTexts.steps[step]}
        </li>
      ))}
    </ol>
  </>
);
