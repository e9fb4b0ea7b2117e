import { Button } from '@mantine/core';
import { CallError } from '@skyport/contract/client';
import { firstPasswordCalls as calls } from '@skyport/contract/first-password';
import type { FieldProblem } from '@skyport/contract/field-refusal';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { callServer, toastCommonFailure, useCall } from '../api/index.ts';
import { isMissing } from '../api/is-missing.ts';
import { codes } from '@skyport/contract/codes';
import { BusyButton } from '../ui/busy-button.tsx';
import { hashPassword } from '../device/password.ts';
import { Loaded } from '../ui/loaded.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { afterLogin } from './after-login.ts';
import { type NewPassword, newPasswordProblem } from './new-password.ts';
import { texts } from './texts.ts';

const setTexts = texts.setPassword;

/** /set_password: the first password of an account that an agency has made, by a one-time link. */
export default function SetPasswordPage(): ReactNode {
  const code = useSearchParams()[0].get('code') ?? '';
  const read = useCall(calls.firstPasswordOf, { code }, { enabled: code !== '', told: codes.notFound.code });
  const isDead = code === '' || isMissing(read.error);
  return (
    <section className="sp-card sp-narrow sp-stack">
      <h1 className="sp-h1">{setTexts.title}</h1>
      {isDead ? <Dead /> : <Loaded of={read}>{({ email }) => <SetForm email={email} code={code} />}</Loaded>}
    </section>
  );
}

const Dead = (): ReactNode => (
  <>
    <span role="alert">{setTexts.dead}</span>
    <Button component={Link} to="/login" variant="light">
      {setTexts.toLogin}
    </Button>
  </>
);

const EMPTY: NewPassword = { password: '', confirm: '' };

const SetForm = ({ email, code }: { email: string; code: string }): ReactNode => {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [values, setValues] = useState(EMPTY);
  const [problem, setProblem] = useState<FieldProblem>();
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    try {
      await callServer(calls.setFirstPassword, { code, password: hashPassword(values.password) });
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      const message = failure.code === codes.notFound.code ? setTexts.dead : failure.msg;
      return toastCommonFailure(failure) ? undefined : setProblem({ field: 'password', message });
    }
    await afterLogin(client);
    return navigate('/', { replace: true });
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = newPasswordProblem(values);
    setProblem(found);
    if (found) return;
    setBusy(true);
    await send().finally(() => setBusy(false));
  };
  return (
    <form className="sp-stack" onSubmit={(event) => void submit(event)} noValidate>
      <span className="sp-dim">{setTexts.hint(email)}</span>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      {(['password', 'confirm'] as const).map((name) => (
        <PasswordInput
          key={name}
          label={texts.fields[name]}
          description={name === 'password' && <span className="sp-dim">{texts.passwordHint}</span>}
          autoComplete="new-password"
          value={values[name]}
          error={problem?.field === name && problem.message}
          onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
        />
      ))}
      <BusyButton type="submit" busy={busy} fullWidth>
        {setTexts.submit}
      </BusyButton>
    </form>
  );
};
