import { Button } from '@mantine/core';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';

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

/** A busy button is disabled, so the browser takes its focus: gives it back unless the person has moved it on. */
const useFocusAfterBusy = (busy: boolean): RefObject<HTMLButtonElement | null> => {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const page = document;
    if (busy) hadFocus.current = page.activeElement === button.current;
    else if (hadFocus.current && page.activeElement === page.body) button.current?.focus({ preventScroll: true });
  }, [busy]);
  return button;
};

/** The two buttons at the end of a form. */
export const FormButtons = (props: FormButtonsProps): ReactNode => {
  const { cancel, submit, onCancel, onSubmit, busy = false, disabled = false, color } = props;
  const submitter = useFocusAfterBusy(busy);
  return (
    <>
      <Button variant="default" onClick={onCancel} disabled={busy}>
        {cancel}
      </Button>
      <Button
        ref={submitter}
        loading={busy}
        disabled={disabled}
        {...(onSubmit ? { onClick: onSubmit } : { type: 'submit' as const })}
        {...(color !== undefined && { color })}
      >
        {submit}
      </Button>
    </>
  );
};
