import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useConfirm } from '../ui/confirm.tsx';
import { resetQuestion } from './reset-question.ts';

interface ResetButtonProps {
  readonly label: string;
  readonly reset: () => Promise<unknown>;
}

/** Replaces the subscription link, after a question. */
export const ResetButton = ({ label, reset }: ResetButtonProps): ReactNode => {
  const { ask, dialog } = useConfirm();
  return (
    <>
      <Button
        color="red"
        variant="light"
        leftSection={<IconRefresh size={18} aria-hidden />}
        onClick={() => ask(resetQuestion(reset))}
      >
        {label}
      </Button>
      {dialog}
    </>
  );
};
