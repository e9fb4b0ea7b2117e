import { Button, type ButtonProps } from '@mantine/core';
import { type ComponentPropsWithoutRef, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';

type BusyButtonProps = Omit<ButtonProps, 'loading'> &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & { readonly busy: boolean };

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

/** A button with a spinner while it is busy, and with its focus again afterwards. */
export const BusyButton = ({ busy, ...props }: BusyButtonProps): ReactNode => {
  const button = useFocusAfterBusy(busy);
  return <Button ref={button} loading={busy} {...props} />;
};
