import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { BusyButton } from './busy-button.tsx';

interface FormButtonsProps {
  readonly cancel: string;
  readonly submit: string;
  readonly onCancel: () => void;
  /** Takes over what was filled in; without it the button submits the form around it. */
  readonly onSubmit?: () => void;
  /** While it is being sent: the first button is locked, the second one has a spinner. */
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly color?: string;
}

/** The two buttons at the end of a form. */
export const FormButtons = (props: FormButtonsProps): ReactNode => {
  const { cancel, submit, onCancel, onSubmit, busy = false, disabled = false, color } = props;
  return (
    <>
      <Button variant="default" onClick={onCancel} disabled={busy}>
        {cancel}
      </Button>
      <BusyButton
        busy={busy}
        disabled={disabled}
        {...(onSubmit ? { onClick: onSubmit } : { type: 'submit' as const })}
        {...(color !== undefined && { color })}
      >
        {submit}
      </BusyButton>
    </>
  );
};
