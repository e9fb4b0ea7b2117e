import '../../ui/input-styles.ts';
import { Checkbox, Group, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { alarmTexts as texts } from './alarm-texts.ts';

const MOST_REASON = 500;

interface DecisionFormProps {
  /** What is decided, and what it means. */
  readonly children: ReactNode;
  /** What has to be confirmed before; absent when nothing has. */
  readonly confirm?: { readonly label: string; readonly missing: string } | undefined;
  readonly submit: string;
  readonly color?: string;
  readonly busy: boolean;
  /** Begin with the reason, where there is nothing long to read before. */
  readonly focusReason?: boolean;
  /** Takes the decision; the reason is trimmed and not empty, what had to be confirmed is. */
  readonly onDecide: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the reason of a decision that cannot be taken back, and for its confirmation where there is one. */
export const DecisionForm = (props: DecisionFormProps): ReactNode => {
  const { children, confirm, submit, color = 'indigo', busy, focusReason, onDecide, onClose } = props;
  const [sure, setSure] = useState(false);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const decide = async (): Promise<void> => {
    setTried(true);
    if (reason.trim() === '' || (confirm && !sure)) return;
    await onDecide(reason.trim());
  };
  return (
    <form
      className="sp-stack"
      onSubmit={(event) => {
        event.preventDefault();
        void decide();
      }}
    >
      {children}
      {confirm && (
        <Checkbox
          label={confirm.label}
          checked={sure}
          error={tried && !sure ? confirm.missing : undefined}
          onChange={(event) => setSure(event.currentTarget.checked)}
        />
      )}
      <TextInput
        label={texts.reason}
        data-autofocus={focusReason || undefined}
        maxLength={MOST_REASON}
        value={reason}
        error={tried && reason.trim() === '' ? texts.reasonMissing : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group justify="flex-end" className="sp-foot">
        <FormButtons cancel={texts.cancel} submit={submit} color={color} busy={busy} onCancel={onClose} />
      </Group>
    </form>
  );
};
