import '@mantine/core/styles/Badge.css';
import { Badge, Button, Group } from '@mantine/core';
import { codes } from '@skyport/contract/codes';
import type { FieldProblem } from '@skyport/contract/field-refusal';
import { settingsCalls as calls, type SettingsState } from '@skyport/contract/settings';
import { type ReactNode, useState } from 'react';
import { useChange } from '../api/index.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { showToast } from '../ui/toasts.ts';
import { useLeave } from '../ui/use-leave.tsx';
import { ChangeLines } from './change-lines.tsx';
import { changesOf, inputOf } from './rules.ts';
import classes from './settings.module.css';
import { texts } from './texts.ts';
import type { SettingsEdits } from './use-edits.ts';

interface BarProps {
  readonly state: SettingsState;
  readonly edits: SettingsEdits;
  readonly find: ReactNode;
  readonly onReadAgain: () => Promise<unknown>;
  readonly onRefused: (problem: FieldProblem) => void;
  /** Shows where what was typed cannot be saved. */
  readonly onProblem: () => void;
}

/** Saves, and says so; a conflict reads what somebody else has saved, and keeps what was typed. */
const useSave = ({ state, edits, onReadAgain, onRefused }: BarProps) => {
  const [busy, setBusy] = useState(false);
  const save = useChange(calls.setConfig, {
    done: texts.saved,
    failed: { prefix: texts.saveFailed },
    invalidates: [calls.get, calls.history],
    onDone: edits.discard,
    onFailed: ({ code }) => {
      if (code === codes.conflict.code) void onReadAgain();
    },
  });
  const run = async (): Promise<void> => {
    const { values, clear } = inputOf(edits, state);
    setBusy(true);
    await save.run({ ...values, clear, version: edits.base }, onRefused);
    setBusy(false);
  };
  return { run, busy };
};

/** What can be done with the settings as a whole; it stays in sight. */
export const Bar = (props: BarProps): ReactNode => {
  const { state, edits, find, onReadAgain, onProblem } = props;
  const { changed, problems, stale } = edits;
  const { ask, dialog } = useConfirm();
  const save = useSave(props);
  const restore = async (): Promise<void> => {
    edits.discard();
    await onReadAgain();
    showToast(texts.restored, 'success');
  };
  const { leave, dialog: question } = useLeave({
    isUnsaved: () => changed.length > 0,
    go: restore,
    text: texts.restoreText,
    action: texts.restore,
  });
  const askSave = (): void =>
    ask({
      title: texts.saveTitle,
      text: <ChangeLines head={texts.saveText(changed.length)} changes={changesOf(edits, state)} />,
      confirm: texts.save,
      harmless: true,
      run: save.run,
    });
  return (
    <Group gap="xs" className={`sp-card ${classes.bar}`}>
      <Badge variant="light">{texts.version(state.version)}</Badge>
      {changed.length > 0 && (
        <span className="sp-pill" data-tone="reward" role="status">
          {texts.changed(changed.length)}
        </span>
      )}
      <div className={classes.find}>{find}</div>
      <Button variant="default" onClick={leave}>
        {texts.restore}
      </Button>
      <Button
        disabled={changed.length === 0 || (stale && !save.busy)}
        onClick={Object.keys(problems).length > 0 ? onProblem : askSave}
      >
        {texts.save}
      </Button>
      {dialog}
      {question}
    </Group>
  );
};
