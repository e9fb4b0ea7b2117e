import { Button } from '@mantine/core';
import { accountsCalls } from '@skyport/contract/accounts';
import type { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { sessionsCalls } from '@skyport/contract/sessions';
import { useState, type FormEvent, type ReactNode } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { accountTexts, useSession } from '../accounts/index.ts';
import { useChange } from '../api/index.ts';
import { hashPassword } from '../device/password.ts';
import { isAgencyView, useHost } from '../notices/index.ts';
import { PasswordInput } from '../ui/password-input.tsx';
import { Section } from '../ui/section.tsx';
import { toast } from '../ui/toasts.ts';
import { Window } from '../ui/window.tsx';
import { passwordProblem, type PasswordValues, type PasswordProblem } from './rules.ts';
import { texts } from './texts.ts';

const EMPTY: PasswordValues = { current: '', password: '', confirm: '' };

const FIELDS = [
  { name: 'current', autoComplete: 'current-password' },
  { name: 'password', autoComplete: 'new-password' },
  { name: 'confirm', autoComplete: 'new-password' },
] as const;

/** Whether a refusal concerns the current password, and stands at its field. */
const isAtField = ({ code }: CallError): boolean => code === codes.loginFailed.code || code === codes.throttled.code;

/** What was typed, what is wrong with it, and how it is saved. */
const usePassword = (onDone: () => void) => {
  const [values, setValues] = useState(EMPTY);
  const [problem, setProblem] = useState<PasswordProblem>();
  const change = useChange(accountsCalls.setPassword, {
    done: texts.password.saved,
    failed: (refused) => (isAtField(refused) ? undefined : toast(refused.msg || texts.password.failed)),
    invalidates: [sessionsCalls.sessions],
    onFailed: (refused) => {
      if (isAtField(refused)) setProblem({ field: 'current', message: refused.msg });
    },
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = passwordProblem(values);
    setProblem(found);
    if (found) return;
    const { current, password } = values;
    if (await change.run({ current: hashPassword(current), password: hashPassword(password) })) onDone();
  };
  const input = (field: keyof PasswordValues) => ({
    value: values[field],
    error: problem?.field === field && problem.message,
    onChange: (event: { currentTarget: { value: string } }) => {
      setValues({ ...values, [field]: event.currentTarget.value });
      setProblem(undefined);
    },
  });
  return { busy: change.busy, submit, input };
};

/** Another password for the account that is logged in; its other devices are logged out. */
export const PasswordSection = (): ReactNode => {
  const { user } = useSession();
  const host = useHost();
  const [opened, setOpened] = useState(false);
  const hint = isAgencyView(user, host) ? texts.password.plainHint : texts.password.hint;
  const close = (): void => setOpened(false);
  return (
    <Section title={texts.password.title} hint={hint}>
      <div>
        <Button variant="default" onClick={() => setOpened(true)}>
          {texts.password.open}
        </Button>
      </div>
      <Window opened={opened} onClose={close} title={texts.password.title}>
        <PasswordForm onDone={close} />
      </Window>
    </Section>
  );
};

const PasswordForm = ({ onDone }: { onDone: () => void }): ReactNode => {
  const { busy, submit, input } = usePassword(onDone);
  return (
    <form className="sp-stack" onSubmit={(event) => void submit(event)} noValidate>
      {FIELDS.map(({ name, autoComplete }) => (
        <PasswordInput
          key={name}
          label={texts.password.fields[name]}
          description={name === 'password' && <span className="sp-dim">{accountTexts.passwordHint}</span>}
          autoComplete={autoComplete}
          {...input(name)}
        />
      ))}
      <BusyButton type="submit" busy={busy}>
        {texts.password.submit}
      </BusyButton>
    </form>
  );
};
