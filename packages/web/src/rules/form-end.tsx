import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { commonTexts } from '../ui/common-texts.ts';
import { FormButtons } from '../ui/form-buttons.tsx';
import classes from './rules.module.css';

/** The end of a form: why it cannot be confirmed yet, and its two buttons. */
export const FormEnd = (props: {
  /** Shown beside the buttons; null for nothing. */
  readonly problem: string | null;
  readonly disabled: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}): ReactNode => (
  <Group justify="flex-end" gap="xs" className={`sp-foot ${classes.end}`}>
    {props.problem !== null && (
      <Text size="sm" c="var(--sp-bad)" flex={1}>
        {props.problem}
      </Text>
    )}
    <FormButtons
      cancel={commonTexts.cancel}
      submit={commonTexts.confirm}
      disabled={props.disabled}
      onCancel={props.onCancel}
      onSubmit={props.onConfirm}
    />
  </Group>
);
