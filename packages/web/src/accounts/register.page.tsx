import { accountsCalls } from '@skyport/contract/accounts';
import { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { callServer, toldCommonFailure } from '../api/index.ts';
import { REGISTER_DAYS, readCookie, writeCookie } from '../device/cookies.ts';
import { hashPassword } from '../device/password.ts';
import { AccountForm } from './account-form.tsx';
import { entered } from './enter.ts';
import { signUpProblem, type FieldProblem, type NewAccount } from './rules.ts';
import { texts } from './texts.ts';

const COUNTDOWN_S = 3;

/** Sign-up; afterwards a countdown leads home. */
export default function RegisterPage(): ReactNode {
  const client = useQueryClient();
  const [done, setDone] = useState(false);
  const signUp = async ({ email, password }: NewAccount): Promise<FieldProblem | undefined> => {
    try {
      await callServer(accountsCalls.signup, {
        email,
        password: hashPassword(password),
        icon_url: '',
        host: window.location.hostname,
        channel_code: readCookie('channel_code') ?? '',
        page_url: `${window.location.origin}${window.location.pathname}`,
      });
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem;
      if (toldCommonFailure(problem)) return undefined;
      const taken = problem.code === codes.emailTaken.code;
      return taken ? { field: 'email', message: texts.emailTaken } : { field: 'password', message: problem.msg };
    }
    writeCookie('lastRegister', String(Date.now()), { days: REGISTER_DAYS });
    setDone(true);
    await entered(client);
    return undefined;
  };
  if (done) return <Registered />;
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

/** The success page: counts three seconds down, then goes home. */
const Registered = (): ReactNode => {
  const [left, setLeft] = useState(COUNTDOWN_S);
  const navigate = useNavigate();
  useEffect(() => {
    if (left === 0) {
      void navigate('/');
      return undefined;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, navigate]);
  return (
    <div className="sp-card sp-narrow sp-stack" role="status">
      <h1 className="sp-h1">{texts.register.done}</h1>
      <span className="sp-dim">{texts.register.soon(left)}</span>
    </div>
  );
};
