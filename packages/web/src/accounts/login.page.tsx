import { Skeleton } from '@mantine/core';
import { accountsCalls } from '@skyport/contract/accounts';
import { CallError } from '@skyport/contract/client';
import { useQueryClient } from '@tanstack/react-query';
import { codes } from '@skyport/contract/codes';
import { LoginTicket } from '@skyport/contract/second-step';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { callServer, toastCommonFailure } from '../api/index.ts';
import { readAddress } from '../device/address.ts';
import { pageAskedFor } from '../device/asked-page.ts';
import { readCookie } from '../device/cookies.ts';
import { loginRecorded } from '../device/local-db.ts';
import { hashPassword } from '../device/password.ts';
import { isAgencyView, useHost } from '../notices/index.ts';
import { Arriving } from '../ui/arriving.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { showToast } from '../ui/toasts.ts';
import { AccountForm } from './account-form.tsx';
import { afterLogin } from './after-login.ts';
import { loginProblem, type AccountProblem, type NewAccount } from './rules.ts';
import { useSession } from './session.ts';
import { texts } from './texts.ts';

const CodeStep = lazyPart(() => import('./second-step/code-step.tsx'));

const REDIRECT_FLAG = 'registerRedirect';
const REGISTER_DELAY_MS = 100;

/** Whether somebody signed up or was led to sign-up on this device already, as far as cookies and the tab know. */
const hasSeenSignUp = (): boolean =>
  readCookie('lastRegister') !== undefined || sessionStorage.getItem(REDIRECT_FLAG) !== null;

/** A visitor with a channel code who never logged in on this device is taken to sign-up, once; `wanted` says when. */
const useRegisterRedirect = (wanted: boolean): void => {
  const navigate = useNavigate();
  useEffect(() => {
    if (!wanted || readAddress().c === null || hasSeenSignUp()) return undefined;
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    void loginRecorded().then((recorded) => {
      if (recorded || left) return;
      sessionStorage.setItem(REDIRECT_FLAG, '1');
      timer = setTimeout(() => void navigate('/register', { replace: true }), REGISTER_DELAY_MS);
    });
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [wanted, navigate]);
};

/** Refusals in the server's words; a failed log-in may also be an account that is not confirmed yet. */
const OWN_WORDS: readonly number[] = [codes.loginFailed, codes.captchaNeeded, codes.starting].map(({ code }) => code);

/** Why a log-in was refused. */
const refusalOf = ({ code, msg }: CallError): string => {
  if (code === codes.throttled.code) return texts.tooManyTries;
  return OWN_WORDS.includes(code) ? msg : texts.loginFailed;
};

/** Log-in, which goes on to the page that was asked for, or home; so does whoever is logged in already. */
export default function LoginPage(): ReactNode {
  const client = useQueryClient();
  const navigate = useNavigate();
  const target = pageAskedFor(useLocation().state) ?? '/';
  const { user } = useSession();
  const host = useHost();
  const agency = isAgencyView(undefined, host);
  useRegisterRedirect(host !== undefined && !agency);
  useEffect(() => {
    if (user) void navigate(target, { replace: true });
  }, [user, target, navigate]);
  const [ticket, setTicket] = useState<string>();
  const enter = async (): Promise<void> => {
    await afterLogin(client);
    await navigate(target, { replace: true });
  };
  const logIn = async ({ email, password }: NewAccount): Promise<AccountProblem | undefined> => {
    try {
      await callServer(accountsCalls.login, { email, password: hashPassword(password) });
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem;
      if (toastCommonFailure(problem)) return undefined;
      if (problem.code === codes.secondStepNeeded.code) {
        setTicket(LoginTicket.parse(problem.data).ticket);
        return undefined;
      }
      showToast(texts.loginFailedToast, 'error');
      return { field: 'password', message: refusalOf(problem) };
    }
    await enter();
    return undefined;
  };
  if (ticket !== undefined) {
    return (
      <Arriving fallback={<Skeleton height={240} radius={14} />}>
        <CodeStep ticket={ticket} onDone={enter} onBack={() => setTicket(undefined)} />
      </Arriving>
    );
  }
  return (
    <AccountForm
      title={texts.login.title}
      submit={texts.login.submit}
      withConfirm={false}
      check={loginProblem}
      send={logIn}
    >
      <div className="sp-row sp-between">
        <Link to="/reset">{texts.login.forgot}</Link>
        {!agency && <Link to="/register">{texts.login.register}</Link>}
      </div>
    </AccountForm>
  );
}
