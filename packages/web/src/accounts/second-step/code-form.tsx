import '../../ui/input-styles.ts';
import { Group, TextInput } from '@mantine/core';
import type { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { NETWORK_FAILURE } from '../../api/index.ts';
import { texts } from './texts.ts';

/** Six digits, or a recovery code with or without its dash. */
const CODE = /^(?:\d{6}|[a-z0-9]{10})$/i;

/** The message at the field of a refused code; what every call may fail with had a toast. */
export const fieldMessage = (problem: CallError | undefined): string | undefined =>
  problem && ![NETWORK_FAILURE, codes.sessionExpired.code].includes(problem.code) ? problem.msg : undefined;

interface CodeFormProps {
  readonly submit: string;
  /** Sends the code; gives the message for the field, or undefined. */
  readonly send: (code: string) => Promise<string | undefined>;
  readonly onCancel: () => void;
  readonly cancel: string;
  /** Makes the button red. */
  readonly dangerous?: boolean;
}

/** A field for one code and its buttons. */
export const CodeForm = ({ submit, send, onCancel, cancel, dangerous = false }: CodeFormProps): ReactNode => {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const go = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const typed = code.replace(/[\s-]/g, '');
    if (!CODE.test(typed)) return setProblem(texts.codeShape);
    setBusy(true);
    try {
      const message = await send(typed);
      setProblem(message);
      if (message) setCode('');
      input.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="sp-stack" onSubmit={(event) => void go(event)} noValidate>
      <TextInput
        ref={input}
        label={texts.code}
        value={code}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          setProblem(undefined);
        }}
        error={problem}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        data-autofocus
        autoFocus
      />
      <Group justify="flex-end" className="sp-foot">
        <FormButtons
          cancel={cancel}
          submit={submit}
          onCancel={onCancel}
          busy={busy}
          {...(dangerous && { color: 'red' })}
        />
      </Group>
    </form>
  );
};
