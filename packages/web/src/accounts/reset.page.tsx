import { accountsCalls } from '@skyport/contract/accounts';
import { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { callServer, toastCommonFailure } from '../api/index.ts';
import { hashPassword } from '../device/password.ts';
import { showToast } from '../ui/toasts.ts';
import { ResetFields } from './reset-fields.tsx';
import type { ResetForm, ResetProblem } from './rules.ts';
import { texts } from './texts.ts';

/** Messages of the server for a link of another product, and for one that belongs to no account. */
const LINK_MESSAGES: readonly string[] = ['DESCRIBE_URL_ERROR', 'USER_NOT_EXIST'];

/** Refusals that say by themselves what to do: another link or address would not help. */
const OWN_WORDS: readonly number[] = [codes.captchaNeeded, codes.throttled, codes.starting].map(({ code }) => code);

/** The message at a field after a refused reset; undefined for refusals that have a toast. */
const refusedReset = (problem: CallError): ResetProblem | undefined => {
  if (toastCommonFailure(problem)) return undefined;
  if (LINK_MESSAGES.includes(problem.msg)) return { field: 'link', message: texts.reset.linkWrong };
  if (problem.code === codes.accountForbids.code) {
    showToast(texts.reset.forbidden, 'error');
    return undefined;
  }
  if (OWN_WORDS.includes(problem.code)) return { field: 'link', message: problem.msg };
  return { field: 'email', message: texts.reset.emailCheck };
};

/** The message after a refused search. */
const refusedSearch = (problem: CallError): ResetProblem | undefined => {
  if (toastCommonFailure(problem)) return undefined;
  return { field: 'link', message: OWN_WORDS.includes(problem.code) ? problem.msg : texts.reset.notFound };
};

/** A password that was forgotten: the subscription link shows whose account it is. */
export default function ResetPage(): ReactNode {
  const [done, setDone] = useState<'reset' | 'mailed'>();
  const reset = async ({ link, email, password }: ResetForm): Promise<ResetProblem | undefined> => {
    try {
      const { mailed } = await callServer(accountsCalls.resetPassword, {
        email,
        password: hashPassword(password),
        describUrl: link,
        host: window.location.hostname,
      });
      setDone(mailed ? 'mailed' : 'reset');
      return undefined;
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem;
      return refusedReset(problem);
    }
  };
  const find = async (link: string): Promise<{ email: string } | { problem: ResetProblem | undefined }> => {
    try {
      return { email: await callServer(accountsCalls.getEmail, { describUrl: link }) };
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem;
      return { problem: refusedSearch(problem) };
    }
  };
  return done ? <Done mailed={done === 'mailed'} /> : <ResetFields send={reset} find={find} />;
}

const Done = ({ mailed }: { mailed: boolean }): ReactNode => (
  <div className="sp-card sp-narrow sp-stack" role="status">
    <h1 className="sp-h1">{mailed ? texts.reset.mailed : texts.reset.done}</h1>
    <span className="sp-dim">{mailed ? texts.reset.mailedHint : texts.reset.doneHint}</span>
    <Link to="/login">{texts.reset.toLogin}</Link>
  </div>
);
