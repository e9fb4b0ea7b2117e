import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
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
    <Button variant="default" onClick={props.onCancel}>
      {texts.cancel}
    </Button>
    <Button disabled={props.disabled} onClick={props.onConfirm}>
      {texts.confirm}
    </Button>
  </Group>
);
