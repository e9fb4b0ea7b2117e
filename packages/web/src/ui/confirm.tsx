import { Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { commonTexts as texts } from './common-texts.ts';
import { Window } from './window.tsx';

/** A question before something that reaches far: names the thing and says what will happen. */
export interface Question {
  readonly title: string;
  readonly text: ReactNode;
  readonly confirm?: string;
  /** What leaves things as they are, where 取消 could mean either. */
  readonly dismiss?: string;
  /** Nothing is lost by it, so the button that says yes is not red. */
  readonly harmless?: boolean;
  /** Runs on 确认; the window stays with a spinner until it is done. */
  readonly run: () => Promise<unknown>;
}

/** Asks questions: `ask(question)` opens the window, `dialog` is its element. */
export const useConfirm = (): { ask: (question: Question) => void; dialog: ReactNode } => {
  // The last one keeps its words while its window closes.
  const [question, setQuestion] = useState<Question>();
  const [opened, setOpened] = useState(false);
  const [busy, setBusy] = useState(false);
  const ask = (next: Question): void => {
    setQuestion(next);
    setOpened(true);
  };
  const close = (): void => setOpened(false);
  const confirm = async (): Promise<void> => {
    if (!opened) return;
    setBusy(true);
    try {
      await question?.run();
    } finally {
      setBusy(false);
      close();
    }
  };
  const dialog = (
    <Window opened={opened} onClose={busy ? () => undefined : close} title={question?.title}>
      <Text size="sm" component="div">
        {question?.text}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close} disabled={busy}>
          {question?.dismiss ?? texts.cancel}
        </Button>
        <Button {...(!question?.harmless && { color: 'red' })} onClick={() => void confirm()} loading={busy}>
          {question?.confirm ?? texts.confirm}
        </Button>
      </Group>
    </Window>
  );
  return { ask, dialog };
};
