import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { copyText } from '../device/clipboard.ts';
import { showToast, toast } from './toasts.ts';

/** What copying says. */
export const copyTexts = {
  done: toast('已复制到剪切板', 2000),
  failed: toast('复制失败', 2000),
} as const;

/** Copies a text and says so. */
export const copyAndTell = async (text: string): Promise<void> => {
  const done = await copyText(text);
  showToast(done ? copyTexts.done : copyTexts.failed, done ? 'success' : 'error');
};

/** A button that copies a text. */
export const CopyButton = ({
  text,
  children,
  ...rest
}: ButtonProps & { text: string; children: ReactNode }): ReactNode => (
  <Button variant="default" {...rest} onClick={() => void copyAndTell(text)}>
    {children}
  </Button>
);
