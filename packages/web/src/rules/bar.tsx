import '@mantine/core/styles/Badge.css';
import { Badge, Button, Group } from '@mantine/core';
import type { rulesCalls as calls, RulesState } from '@skyport/contract/rules';
import { normalizeRules } from '@skyport/contract/rules-entries';
import { type ReactNode, useState } from 'react';
import type { Change } from '../api/index.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { changesOf } from './edit.ts';
import { PreviewWindow } from './preview-window.tsx';
import classes from './rules.module.css';
import { texts } from './texts.ts';
import type { RulesDraft } from './use-draft.ts';

/** What the bar needs. */
export interface BarProps {
  readonly state: RulesState;
  readonly draft: RulesDraft;
  readonly save: Change<typeof calls.save>;
  /** Whether nothing keeps them from being saved. */
  readonly valid: boolean;
  readonly onReset: () => Promise<unknown>;
}

/** What can be done with the rules as a whole. */
export const Bar = ({ state, draft, save, valid, onReset }: BarProps): ReactNode => {
  const { ask, dialog } = useConfirm();
  const [previewing, setPreviewing] = useState(false);
  const askSave = (): void =>
    ask({
      title: texts.saveTitle,
      text: <Changes changes={changesOf(state.rules, normalizeRules(draft.rules))} />,
      confirm: texts.save,
      harmless: true,
      run: () => save.run({ base: draft.base, rules: normalizeRules(draft.rules) }),
    });
  const askReset = (): void =>
    ask({ title: texts.resetTitle, text: texts.resetText, confirm: texts.reset, run: onReset });
  const askDiscard = (): void =>
    ask({ title: texts.discardTitle, text: texts.discardText, run: async () => draft.discard() });
  return (
    <Group gap="xs">
      <Badge variant="light">{state.isDefault ? texts.isDefault : texts.version(state.version)}</Badge>
      {draft.dirty && (
        <span className="sp-pill" data-tone="reward">
          {texts.unsaved}
        </span>
      )}
      <Group gap="xs" ml="auto">
        <Button variant="default" disabled={draft.undo === undefined} onClick={draft.undo}>
          {texts.undo}
        </Button>
        <Button variant="default" disabled={!draft.dirty} onClick={askDiscard}>
          {texts.discard}
        </Button>
        <Button variant="default" disabled={state.isDefault && !draft.dirty} onClick={askReset}>
          {texts.reset}
        </Button>
        <Button variant="default" disabled={!valid} onClick={() => setPreviewing(true)}>
          {texts.preview}
        </Button>
        <Button disabled={!draft.dirty || !valid || draft.stale} onClick={askSave}>
          {texts.save}
        </Button>
      </Group>
      {previewing && <PreviewWindow rules={normalizeRules(draft.rules)} onClose={() => setPreviewing(false)} />}
      {dialog}
    </Group>
  );
};

const Changes = ({ changes }: { changes: readonly string[] }): ReactNode => (
  <>
    {texts.saveText}
    {changes.map((change) => (
      <span className={classes.change} key={change}>
        {change}
      </span>
    ))}
  </>
);
