import '@mantine/core/styles/Badge.css';
import { Badge, Button, Group } from '@mantine/core';
import type { SettingsState } from '@skyport/contract/settings';
import type { ReactNode } from 'react';
import { useConfirm } from '../ui/confirm.tsx';
import { showToast } from '../ui/toasts.ts';
import { useLeave } from '../ui/use-leave.tsx';
import { ChangeLines } from './change-lines.tsx';
import { changesOf } from './rules.ts';
import classes from './settings.module.css';
import { texts } from './texts.ts';
import type { SettingsEdits } from './use-edits.ts';
import type { SettingsSave } from './use-save.ts';

interface BarProps {
  readonly state: SettingsState;
  readonly edits: SettingsEdits;
  readonly save: SettingsSave;
  readonly find: ReactNode;
  readonly onReadAgain: () => Promise<unknown>;
  /** Shows where what was typed cannot be saved. */
  readonly onProblem: () => void;
}

/** What can be done with the settings as a whole; it stays in sight. */
export const Bar = ({ state, edits, save, find, onReadAgain, onProblem }: BarProps): ReactNode => {
  const { changed, problems } = edits;
  const { ask, dialog } = useConfirm();
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
      <Button variant="default" ml="auto" onClick={leave}>
        {texts.restore}
      </Button>
      <Button
        disabled={changed.length === 0 || save.overtaken}
        onClick={Object.keys(problems).length > 0 ? onProblem : askSave}
      >
        {texts.save}
      </Button>
      {dialog}
      {question}
    </Group>
  );
};
