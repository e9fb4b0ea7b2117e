import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormButtons } from '../ui/form-buttons.tsx';
import { texts } from './texts.ts';

/** The end of a form: what keeps it from being taken over, and its two buttons. */
export const FormEnd = (props: {
  /** Said beside the buttons; null says nothing. */
  readonly problem: string | null;
  readonly disabled: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}): ReactNode => (
  <Group justify="flex-end">
    {props.problem !== null && (
      <Text size="sm" c="var(--sp-bad)" flex={1}>
        {props.problem}
      </Text>
    )}
    <FormButtons
      cancel={texts.cancel}
      submit={texts.confirm}
      disabled={props.disabled}
      onCancel={props.onCancel}
      onSubmit={props.onConfirm}
    />
  </Group>
);
