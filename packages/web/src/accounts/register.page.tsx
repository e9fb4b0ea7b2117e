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
  const [stage, setStage] = useState<'sending' | 'loggedIn' | 'mailed'>();
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
    setStage(confirm ? 'mailed' : 'loggedIn');
    if (!confirm) await afterLogin(client);
    return undefined;
  };
  if (user && !stage) return <Navigate to="/" replace />;
  if (stage === 'mailed') return <Mailed />;
  if (stage === 'loggedIn') return <HomeCountdown title={texts.register.done} />;
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
const Mailed = (): ReactNode => (
  <div className="sp-card sp-narrow sp-stack" role="status">
    <h1 className="sp-h1">{texts.register.mailed}</h1>
    <span className="sp-dim">{texts.register.mailedHint}</span>
    <Link to="/login">{texts.reset.toLogin}</Link>
  </div>
);
