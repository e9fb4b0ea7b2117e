import { accountsCalls, type LinkAsker } from '@skyport/contract/accounts';
import { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { useState, type FormEvent, type ReactNode } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { callServer, toastCommonFailure } from '../api/index.ts';
import { hashPassword } from '../device/password.ts';
import { dateTime } from '../ui/format.ts';
import { PasswordInput } from '../ui/password-input.tsx';
import type { LinkKind, MailedLink } from './mailed-link.ts';
import { texts } from './texts.ts';

const ACTIONS = { signup: 'signup_confirm', password: 'change_password', email: 'change_email' } as const;

/** What came of a mailed link: the code of the answer, and whether the browser stays logged in to another account. */
export interface Outcome {
  readonly code: number;
  readonly otherAccount: boolean;
}

interface AskedElsewhereProps {
  readonly kind: LinkKind;
  readonly link: MailedLink;
  readonly asked: LinkAsker;
  /** Called with the outcome. */
  readonly onOutcome: (outcome: Outcome) => void;
}

/** Confirms the link. A wrong password is shown at its field; any other answer is the outcome. */
const useConfirm = ({ kind, link, onOutcome }: AskedElsewhereProps) => {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    try {
      const { other_account: otherAccount } = await callServer(accountsCalls.confirm, {
        serial_id: link.serialId,
        key: link.key,
        action: ACTIONS[kind],
        ...(kind === 'signup' && { password: hashPassword(password) }),
      });
      onOutcome({ code: codes.ok.code, otherAccount });
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault;
      if (toastCommonFailure(fault)) return;
      if (fault.code === codes.loginFailed.code) setProblem(fault.msg);
      else onOutcome({ code: fault.code, otherAccount: false });
    }
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (kind === 'signup' && password === '') return setProblem(texts.passwordEmpty);
    setBusy(true);
    await send().finally(() => setBusy(false));
  };
  const type = (typed: string): void => {
    setPassword(typed);
    setProblem('');
  };
  return { password, problem, busy, submit, type };
};

/**
 * Shows who asked for a mailed link and when, in a browser that did not ask for it, and confirms the
 * link after a click.
 */
export const AskedElsewhere = (props: AskedElsewhereProps): ReactNode => {
  const { kind, asked } = props;
  const { password, problem, busy, submit, type } = useConfirm(props);
  const labels = texts.confirm.elsewhere;
  const facts = [
    [labels.account, asked.email],
    [labels.at, dateTime(asked.at)],
    [labels.device, asked.device],
    [labels.network, asked.network],
  ] as const;
  return (
    <form className="sp-card sp-narrow sp-stack" onSubmit={(event) => void submit(event)} noValidate>
      <h1 className="sp-h1">{labels.title[kind]}</h1>
      <span className="sp-dim">{labels.hint}</span>
      <dl className="sp-stack">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="sp-dim">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {kind === 'signup' && (
        <PasswordInput
          label={labels.password}
          autoComplete="current-password"
          value={password}
          onChange={(event) => type(event.currentTarget.value)}
          error={problem}
        />
      )}
      <BusyButton type="submit" busy={busy} fullWidth>
        {labels.title[kind]}
      </BusyButton>
    </form>
  );
};
