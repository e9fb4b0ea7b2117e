import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { hashPassword } from '../device/password.ts';
import { answerLook, type LookShown } from './look-store.ts';
import { texts } from './texts.ts';

const words = texts.look;

/** Six digits, as apps show them: some with a space in the middle. */
const digitsOf = (typed: string): string => typed.replace(/\s/g, '');

const problemOf = ({ asked, said }: LookShown): string =>
  said || (asked.left === undefined ? '' : words.left(words.wrong[asked.means], asked.left));

/** Asks for the password, or for a code of the authenticator app where the account has one. */
export default function LookForm({ look, onCancel }: { look: LookShown; onCancel: () => void }): ReactNode {
  const { asked, busy } = look;
  const [typed, setTyped] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const answer = asked.means === 'code' ? digitsOf(typed) : typed;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isAnswer = asked.means === 'code' ? /^\d{6}$/.test(answer) : answer !== '';
    setEmpty(!isAnswer);
    if (!isAnswer || busy) return;
    setTyped('');
    answerLook(asked.means === 'code' ? answer : hashPassword(answer));
  };
  const field = {
    value: typed,
    onChange: (event: { currentTarget: { value: string } }) => {
      setTyped(event.currentTarget.value);
      setEmpty(false);
    },
    error: isEmpty ? words.empty[asked.means] : typed === '' && problemOf(look),
    disabled: busy,
    autoFocus: true,
    'data-autofocus': true,
  };
  return (
    <form className="sp-stack" onSubmit={submit} noValidate>
      <span>{words.hint}</span>
      {asked.means === 'password' ? (
        <PasswordInput label={words.password} autoComplete="current-password" {...field} />
      ) : (
        <TextInput
          label={words.code}
          description={words.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          {...field}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel} disabled={busy}>
          {words.cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {words.submit}
        </Button>
      </Group>
    </form>
  );
}
