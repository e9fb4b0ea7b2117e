import './input-styles.ts';
import { PasswordInput as MantineInput, type PasswordInputProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** Mantine's, which says on what stands around the field that it is wrong, and not on the field that has the focus. */
export const PasswordInput = (props: PasswordInputProps): ReactNode => (
  <MantineInput aria-invalid={Boolean(props.error)} {...props} />
);
