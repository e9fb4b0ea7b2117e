import { Button } from '@mantine/core';
import { accountsCalls } from '@skyport/contract/accounts';
import { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { callServer, toastCommonFailure } from '../api/index.ts';
import { hashPassword } from '../device/password.ts';
import { isAgencyView, useHost } from '../notices/index.ts';
import { showToast } from '../ui/toasts.ts';
import { OutcomeCard } from './outcome-card.tsx';
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
  const host = useHost();
  const contact = isAgencyView(undefined, host) ? '' : (host?.contact_info ?? '');
  const [done, setDone] = useState<{ readonly mailedTo: string | undefined }>();
  const reset = async ({ link, email, password }: ResetForm): Promise<ResetProblem | undefined> => {
    try {
      const { mailed } = await callServer(accountsCalls.resetPassword, {
        email,
        password: hashPassword(password),
        describUrl: link,
        host: window.location.hostname,
      });
      setDone({ mailedTo: mailed ? email : undefined });
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
  if (!done) return <ResetFields send={reset} find={find} contact={contact} />;
  return done.mailedTo === undefined ? <Done /> : <Mailed email={done.mailedTo} />;
}

const Done = (): ReactNode => (
  <OutcomeCard tone="done" title={texts.reset.done} text={texts.reset.doneHint}>
    <Button component={Link} to="/login">
      {texts.reset.toLogin}
    </Button>
  </OutcomeCard>
);

const Mailed = ({ email }: { email: string }): ReactNode => (
  <OutcomeCard tone="mailed" title={texts.reset.mailed} text={texts.reset.mailedTo(email)}>
    <span className="sp-dim sp-small">{texts.reset.mailedHint}</span>
    <Button component={Link} to="/login" variant="default">
      {texts.reset.toLogin}
    </Button>
  </OutcomeCard>
);
