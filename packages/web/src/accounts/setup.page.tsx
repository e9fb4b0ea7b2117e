import { accountsCalls } from '@skyport/contract/accounts';
import { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { callServer, toastCommonFailure } from '../api/index.ts';
import { hashPassword } from '../device/password.ts';
import { AccountForm } from './account-form.tsx';
import { afterLogin } from './after-login.ts';
import { signUpProblem, type AccountProblem, type NewAccount } from './rules.ts';
import { texts } from './texts.ts';

const messageOf = ({ code, msg }: CallError): AccountProblem => {
  if (code === codes.emailTaken.code) return { field: 'email', message: texts.emailTaken };
  if (code === codes.notFound.code) return { field: 'password', message: texts.setupLinkDead };
  return { field: 'password', message: msg };
};

/** Makes the first admin with the one-time link that the first start printed. */
export default function SetupPage(): ReactNode {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const setUp = async ({ email, password }: NewAccount): Promise<AccountProblem | undefined> => {
    try {
      await callServer(accountsCalls.setupAdmin, {
        email,
        password: hashPassword(password),
        code: query.get('code') ?? '',
      });
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem;
      return toastCommonFailure(problem) ? undefined : messageOf(problem);
    }
    await afterLogin(client);
    await navigate('/admin_agents', { replace: true });
    return undefined;
  };
  return (
    <AccountForm
      title={texts.setup.title}
      hint={texts.setup.hint}
      submit={texts.setup.submit}
      withConfirm
      check={signUpProblem}
      send={setUp}
    />
  );
}
