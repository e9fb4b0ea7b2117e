import { Alert, Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { BusyButton } from './busy-button.tsx';
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
  /** Why `run` was refused: the window shows it until somebody closes it. */
  readonly problem?: () => string | undefined;
}

/** Asks questions: `ask(question)` opens the window, `dialog` is its element. */
export const useConfirm = (): { ask: (question: Question) => void; dialog: ReactNode } => {
  // The last one keeps its words while its window closes.
  const [question, setQuestion] = useState<Question>();
  const [opened, setOpened] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const ask = (next: Question): void => {
    setProblem(undefined);
    setQuestion(next);
    setOpened(true);
  };
  const close = (): void => setOpened(false);
  const confirm = async (): Promise<void> => {
    if (!opened) return;
    setBusy(true);
    let refused: string | undefined;
    try {
      await question?.run();
      refused = question?.problem?.();
    } finally {
      setBusy(false);
      setProblem(refused);
      if (refused === undefined) close();
    }
  };
  const dialog = (
    <Window opened={opened} onClose={busy ? () => undefined : close} title={question?.title}>
      <Text size="sm" component="div">
        {question?.text}
      </Text>
      <Foot question={question} problem={problem} busy={busy} onClose={close} onConfirm={() => void confirm()} />
    </Window>
  );
  return { ask, dialog };
};

interface FootProps {
  readonly question: Question | undefined;
  readonly problem: string | undefined;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** The answers to a question; once it was refused, why, and the way out. */
const Foot = ({ question, problem, busy, onClose, onConfirm }: FootProps): ReactNode => (
  <>
    {problem !== undefined && (
      <Alert color="red" mt="md" role="alert">
        {problem}
      </Alert>
    )}
    <Group justify="flex-end" className="sp-foot" mt="lg">
      <Button variant="default" onClick={onClose} disabled={busy}>
        {problem === undefined ? (question?.dismiss ?? texts.cancel) : texts.close}
      </Button>
      {problem === undefined && (
        <BusyButton {...(!question?.harmless && { color: 'red' })} onClick={onConfirm} busy={busy}>
          {question?.confirm ?? texts.confirm}
        </BusyButton>
      )}
    </Group>
  </>
);
