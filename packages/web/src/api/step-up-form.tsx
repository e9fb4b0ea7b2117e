import '../ui/input-styles.ts';
import { Button, Group, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { hashPassword } from '../device/password.ts';
import { PasswordInput } from '../ui/password-input.tsx';
import { answerStepUp, type StepUpShown } from './step-up-store.ts';
import { texts } from './texts.ts';

const text = texts.stepUp;

/** Six digits, as apps show them: some with a space in the middle. */
const digitsOf = (typed: string): string => typed.replace(/\s/g, '');

const problemOf = ({ asked, said }: StepUpShown): string =>
  said || (asked.left === undefined ? '' : text.left(text.wrong[asked.means], asked.left));

/** Asks for the password, or for a code of the authenticator app where the account has one. */
export default function StepUpForm({ stepUp, onCancel }: { stepUp: StepUpShown; onCancel: () => void }): ReactNode {
  const { asked, busy } = stepUp;
  const [typed, setTyped] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // A refused answer leaves the field ready for the next one.
  useEffect(() => {
    if (!busy) input.current?.focus();
  }, [busy]);
  const answer = asked.means === 'code' ? digitsOf(typed) : typed;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isAnswer = asked.means === 'code' ? /^\d{6}$/.test(answer) : answer !== '';
    setEmpty(!isAnswer);
    if (!isAnswer || busy) return;
    setTyped('');
    answerStepUp(asked.means === 'code' ? answer : hashPassword(answer));
  };
  const field = {
    value: typed,
    onChange: (event: { currentTarget: { value: string } }) => {
      setTyped(event.currentTarget.value);
      setEmpty(false);
    },
    error: isEmpty ? text.empty[asked.means] : typed === '' && problemOf(stepUp),
    ref: input,
    readOnly: busy,
    autoFocus: true,
    'data-autofocus': true,
  };
  return (
    <form className="sp-stack" onSubmit={submit} noValidate>
      <span>{text.hint}</span>
      {asked.means === 'password' ? (
        <PasswordInput label={text.password} autoComplete="current-password" {...field} />
      ) : (
        <TextInput
          label={text.code}
          description={text.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          {...field}
        />
      )}
      <Group justify="flex-end" className="sp-foot">
        <Button variant="default" onClick={onCancel} disabled={busy}>
          {text.cancel}
        </Button>
        <BusyButton type="submit" busy={busy}>
          {text.submit}
        </BusyButton>
      </Group>
    </form>
  );
}
