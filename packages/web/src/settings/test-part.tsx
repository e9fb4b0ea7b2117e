import { Alert, Button, Text } from '@mantine/core';
import {
  settingsCalls as calls,
  type SettingsState,
  type TestedPart,
  type TestOutcome,
} from '@skyport/contract/settings';
import { canMail } from '@skyport/contract/settings-rules';
import { type ReactNode, useState } from 'react';
import { useChange } from '../api/index.ts';
import { testTexts as texts } from './texts.ts';

const outcomeText = (part: TestedPart, { problem, detail }: TestOutcome): string =>
  problem === null ? texts.done[part](detail) : texts.reason(texts.problems[problem], detail);

interface TestPartProps {
  readonly part: TestedPart;
  readonly state: SettingsState;
  /** Something of this part is changed and not saved. */
  readonly isUnsaved: boolean;
}

/** Tries out what is saved of a part, and shows what came of it. */
export const TestPart = ({ part, state, isUnsaved }: TestPartProps): ReactNode => {
  const [outcome, setOutcome] = useState<TestOutcome>();
  const [refused, setRefused] = useState<string>();
  const test = useChange(calls.test, { onFailed: ({ msg }) => setRefused(msg) });
  const run = async (): Promise<void> => {
    setOutcome(undefined);
    setRefused(undefined);
    setOutcome(await test.run({ part }));
  };
  const said = outcome ? outcomeText(part, outcome) : refused;
  return (
    <div className="sp-stack">
      {part === 'mail' && (
        <Text size="sm" c="var(--sp-dim)">
          {canMail(state) ? texts.mailOn : texts.mailOff}
        </Text>
      )}
      <div className="sp-row">
        <Button variant="default" loading={test.busy} disabled={isUnsaved} onClick={() => void run()}>
          {texts.run[part]}
        </Button>
        {isUnsaved && <span className="sp-dim sp-small">{texts.unsaved}</span>}
      </div>
      <div role="status">
        {said !== undefined && !isUnsaved && <Alert color={outcome?.problem === null ? 'teal' : 'red'}>{said}</Alert>}
      </div>
    </div>
  );
};
