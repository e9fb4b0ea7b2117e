import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { copyText } from '../device/clipboard.ts';
import { copyTexts } from './copy-texts.ts';
import { showToast } from './toasts.ts';

/** Copies a text and shows a toast that it did, or that it could not. */
export const copyWithToast = async (text: string): Promise<void> => {
  const done = await copyText(text);
  showToast(done ? copyTexts.done : copyTexts.failed, done ? 'success' : 'error');
};

/** A button that copies a text. */
export const CopyButton = ({
  text,
  children,
  ...rest
}: ButtonProps & { text: string; children: ReactNode }): ReactNode => (
  <Button variant="default" {...rest} onClick={() => void copyWithToast(text)}>
    {children}
  </Button>
);
