import { Button } from '@mantine/core';
import { accountsCalls } from '@skyport/contract/accounts';
import { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link, Navigate } from 'react-router';
import { callServer, toastCommonFailure } from '../api/index.ts';
import { REGISTER_DAYS, readCookie, writeCookie } from '../device/cookies.ts';
import { hashPassword } from '../device/password.ts';
import { AccountForm } from './account-form.tsx';
import { HomeCountdown } from './countdown.tsx';
import { afterLogin } from './after-login.ts';
import { OutcomeCard } from './outcome-card.tsx';
import { signUpProblem, type AccountProblem, type NewAccount } from './rules.ts';
import { useSession } from './session.ts';
import { texts } from './texts.ts';

/**
 * Sign-up; whoever is logged in already goes home, because going back leads here, too. Afterwards a countdown leads
 * home, or a mail has to be waited for.
 */
export default function RegisterPage(): ReactNode {
  const client = useQueryClient();
  const { user } = useSession();
  // From `sending` on the account may arrive, which is the new one.
  const [stage, setStage] = useState<'sending' | 'loggedIn' | { readonly mailedTo: string }>();
  const signUp = async ({ email, password }: NewAccount): Promise<AccountProblem | undefined> => {
    let confirm = false;
    setStage('sending');
    try {
      ({ confirm } = await callServer(accountsCalls.signup, {
        email,
        password: hashPassword(password),
        icon_url: '',
        host: window.location.hostname,
        channel_code: readCookie('channel_code') ?? '',
        page_url: `${window.location.origin}${window.location.pathname}`,
      }));
    } catch (problem) {
      setStage(undefined);
      if (!(problem instanceof CallError)) throw problem;
      if (toastCommonFailure(problem)) return undefined;
      const taken = problem.code === codes.emailTaken.code;
      return taken ? { field: 'email', message: texts.emailTaken } : { field: 'password', message: problem.msg };
    }
    writeCookie('lastRegister', String(Date.now()), { days: REGISTER_DAYS });
    setStage(confirm ? { mailedTo: email } : 'loggedIn');
    if (!confirm) await afterLogin(client);
    return undefined;
  };
  if (user && !stage) return <Navigate to="/" replace />;
  if (typeof stage === 'object') return <Mailed email={stage.mailedTo} again={() => setStage(undefined)} />;
  if (stage === 'loggedIn') return <Registered />;
  return (
    <AccountForm
      title={texts.register.title}
      submit={texts.register.submit}
      withConfirm
      check={signUpProblem}
      send={signUp}
    >
      <Link to="/login">{texts.register.toLogin}</Link>
    </AccountForm>
  );
}

/** Shown instead of the countdown while the account waits for its mailed link. */
const Mailed = ({ email, again }: { email: string; again: () => void }): ReactNode => (
  <OutcomeCard tone="mailed" title={texts.register.mailed} text={texts.register.mailedTo(email)}>
    <span className="sp-dim sp-small">{texts.register.mailedHint}</span>
    <Button component={Link} to="/login" variant="default">
      {texts.reset.toLogin}
    </Button>
    <Button variant="subtle" onClick={again}>
      {texts.confirm.register}
    </Button>
  </OutcomeCard>
);

const Registered = (): ReactNode => (
  <HomeCountdown title={texts.register.done}>
    <Button component={Link} to="/" replace>
      {texts.confirm.toHome}
    </Button>
  </HomeCountdown>
);
