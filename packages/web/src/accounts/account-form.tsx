import '../ui/input-styles.ts';
import { TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { useFocusOnProblem } from '../ui/use-focus-on-problem.ts';
import type { AccountProblem, NewAccount } from './rules.ts';
import { texts } from './texts.ts';

interface AccountFormProps {
  readonly title: string;
  readonly hint?: string;
  readonly submit: string;
  /** Asks for the password twice. */
  readonly withConfirm: boolean;
  readonly check: (form: NewAccount) => AccountProblem | undefined;
  /** Sends the form; gives what the server refused, or undefined when all went well. */
  readonly send: (form: NewAccount) => Promise<AccountProblem | undefined>;
  readonly children?: ReactNode;
}

/** A card with e-mail and password, as log-in, sign-up and set-up have it. */
export const AccountForm = (props: AccountFormProps): ReactNode => {
  const [form, setForm] = useState<NewAccount>({ email: '', password: '', confirm: '' });
  const [problem, setProblem] = useState<AccountProblem>();
  const [busy, setBusy] = useState(false);
  const place = useFocusOnProblem(problem, busy);
  const edit = (field: keyof NewAccount) => (event: { currentTarget: { value: string } }) => {
    setForm({ ...form, [field]: event.currentTarget.value });
    setProblem(undefined);
  };
  const errorOf = (field: keyof NewAccount): string | false => problem?.field === field && problem.message;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const cleaned = { ...form, email: form.email.trim() };
    const found = props.check(cleaned);
    if (found) return setProblem(found);
    setBusy(true);
    try {
      setProblem(await props.send(cleaned));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form ref={place} className="sp-card sp-narrow sp-stack" onSubmit={(event) => void submit(event)} noValidate>
      <h1 className="sp-h1">{props.title}</h1>
      {props.hint && <span className="sp-dim">{props.hint}</span>}
      <TextInput
        label={texts.fields.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        value={form.email}
        onChange={edit('email')}
        error={errorOf('email')}
      />
      <PasswordInput
        label={texts.fields.password}
        description={props.withConfirm && <span className="sp-dim">{texts.passwordHint}</span>}
        autoComplete={props.withConfirm ? 'new-password' : 'current-password'}
        value={form.password}
        onChange={edit('password')}
        error={errorOf('password')}
      />
      {props.withConfirm && (
        <PasswordInput
          label={texts.fields.confirm}
          autoComplete="new-password"
          value={form.confirm}
          onChange={edit('confirm')}
          error={errorOf('confirm')}
        />
      )}
      <BusyButton type="submit" busy={busy} fullWidth>
        {props.submit}
      </BusyButton>
      {props.children}
    </form>
  );
};
