import { Button, Group } from '@mantine/core';
import { accountsCalls } from '@skyport/contract/accounts';
import { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { LoginTicket } from '@skyport/contract/second-step';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { BusyButton } from '../../ui/busy-button.tsx';
import { callServer, leaveForLogIn, toastCommonFailure } from '../../api/index.ts';
import { recordLogin } from '../../device/local-db.ts';
import { hashPassword } from '../../device/password.ts';
import { sessionChangedHere } from '../../device/session-tabs.ts';
import { PasswordInput } from '../../ui/password-input.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useFocusOnProblem } from '../../ui/use-focus-on-problem.ts';
import CodeStep from '../second-step/code-step.tsx';
import { texts } from '../texts.ts';

const text = texts.sessionOver;

interface LogInAgainProps {
  /** Whose page this is: nobody else may go on with what they typed. */
  readonly email: string;
  readonly onDone: () => void;
}

/** What was typed, what is wrong with it, and what its buttons do. */
const useLogInAgain = ({ email, onDone }: LogInAgainProps) => {
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [ticket, setTicket] = useState<string>();
  const done = async (): Promise<void> => {
    sessionChangedHere();
    void recordLogin(Date.now()).catch(() => undefined);
    // Invalidate instead of clear, so that the page keeps its form.
    await client.invalidateQueries();
    onDone();
    showToast(text.done, 'success');
  };
  const send = async (): Promise<void> => {
    try {
      await callServer(accountsCalls.login, { email, password: hashPassword(password) });
    } catch (refused) {
      if (!(refused instanceof CallError)) throw refused;
      if (toastCommonFailure(refused)) return undefined;
      if (refused.code === codes.secondStepNeeded.code) return setTicket(LoginTicket.parse(refused.data).ticket);
      return setProblem(refused.msg);
    }
    return done();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (password === '') return setProblem(texts.passwordEmpty);
    setBusy(true);
    await send().finally(() => setBusy(false));
    return undefined;
  };
  const type = (typed: string): void => {
    setPassword(typed);
    setProblem('');
  };
  return { password, problem, busy, ticket, done, submit, type, toPassword: () => setTicket(undefined) };
};

/** The password of one account, and its second step where it has one; the page below stays as it is. */
export default function LogInAgain(props: LogInAgainProps): ReactNode {
  const { password, problem, busy, ticket, done, submit, type, toPassword } = useLogInAgain(props);
  const place = useFocusOnProblem(problem, busy);
  const leave = (): void => {
    props.onDone();
    leaveForLogIn();
  };
  if (ticket !== undefined) return <CodeStep ticket={ticket} onDone={done} onBack={toPassword} />;
  return (
    <form ref={place} className="sp-stack" onSubmit={(event) => void submit(event)} noValidate>
      <span>{text.hint(props.email)}</span>
      <PasswordInput
        label={texts.fields.password}
        autoComplete="current-password"
        data-autofocus
        value={password}
        error={problem}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Group justify="flex-end" className="sp-foot">
        <Button variant="default" onClick={leave}>
          {text.leave}
        </Button>
        <BusyButton type="submit" busy={busy}>
          {texts.login.submit}
        </BusyButton>
      </Group>
    </form>
  );
}
