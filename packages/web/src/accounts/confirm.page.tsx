import { Button, Loader } from '@mantine/core';
import { codes } from '@skyport/contract/codes';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { AskedElsewhere, type Outcome } from './asked-elsewhere.tsx';
import { HomeCountdown } from './countdown.tsx';
import { afterLogin } from './after-login.ts';
import { isComplete, kindOf, useMailedLink, type LinkKind, type MailedLink } from './mailed-link.ts';
import { hasToken } from './session.ts';
import { OutcomeCard } from './outcome-card.tsx';
import { texts } from './texts.ts';

/** The answer to opening the link or, where a click was needed, to the click. */
const useOutcome = (kind: LinkKind, link: MailedLink) => {
  const opened = useMailedLink(kind, link);
  const [clicked, setClicked] = useState<Outcome>();
  const loaded: Outcome | undefined = opened.data && {
    code: opened.data.Code,
    otherAccount: opened.data.other_account === true,
  };
  return {
    outcome: clicked ?? loaded,
    onOutcome: setClicked,
    asked: clicked ? undefined : opened.data?.asked,
    pending: opened.isPending && isComplete(link),
    retry: opened.isError ? opened.refetch : undefined,
  };
};

/** Where the links of mails lead: confirms a registration, a new password or a new address, and says how that went. */
export default function ConfirmPage(): ReactNode {
  const [query] = useSearchParams();
  const client = useQueryClient();
  const kind = kindOf(query.get('action'));
  const { waiting, done, failed } = texts.confirm[kind];
  const link = { serialId: query.get('serial_id') ?? '', key: query.get('key') ?? '' };
  const { outcome, onOutcome, asked, pending, retry } = useOutcome(kind, link);
  const logsIn = outcome?.code === codes.ok.code && !outcome.otherAccount;
  useEffect(() => {
    if (logsIn && hasToken()) void afterLogin(client);
  }, [logsIn, client]);
  if (pending) return <Waiting text={waiting} />;
  if (logsIn) return <Confirmed title={done} />;
  if (outcome?.code === codes.ok.code) return <OtherAccountStays title={done} />;
  if (asked) return <AskedElsewhere kind={kind} link={link} asked={asked} onOutcome={onOutcome} />;
  const taken = outcome?.code === codes.emailTaken.code;
  const hint = taken ? texts.emailTaken : texts.confirm.failedHint;
  return <NotConfirmed title={failed} kind={kind} hint={hint} retry={retry} />;
}

const Waiting = ({ text }: { text: string }): ReactNode => (
  <div className="sp-card sp-narrow sp-stack sp-outcome" role="status">
    <Loader aria-hidden />
    <span className="sp-dim">{text}</span>
  </div>
);

const Confirmed = ({ title }: { title: string }): ReactNode => {
  const navigate = useNavigate();
  return (
    <HomeCountdown title={title}>
      <Button onClick={() => void navigate(hasToken() ? '/' : '/login', { replace: true })}>
        {texts.confirm.enter}
      </Button>
    </HomeCountdown>
  );
};

/**
 * Confirmed in a browser that stays logged in to another account: this page does not go on by itself, so
 * that it is read.
 */
const OtherAccountStays = ({ title }: { title: string }): ReactNode => (
  <OutcomeCard tone="done" title={title} text={texts.confirm.otherAccount}>
    <Button component={Link} to="/" variant="default">
      {texts.confirm.toHome}
    </Button>
  </OutcomeCard>
);

interface NotConfirmedProps {
  readonly title: string;
  readonly kind: LinkKind;
  readonly hint: string;
  /** Given when the network failed: the link itself may still be good. */
  readonly retry: (() => Promise<unknown>) | undefined;
}

/** Where a new link can be asked for. */
const ASK_AGAIN = {
  signup: { to: '/register', label: texts.confirm.register },
  password: { to: '/reset', label: texts.confirm.reset },
  email: { to: '/user_info', label: texts.confirm.profile },
} as const;

const NotConfirmed = ({ title, kind, hint, retry }: NotConfirmedProps): ReactNode => (
  <OutcomeCard tone="failed" title={title} text={retry ? texts.confirm.unreached : hint}>
    {retry && <Button onClick={() => void retry()}>{texts.confirm.again}</Button>}
    <Button component={Link} to={ASK_AGAIN[kind].to} variant={retry ? 'default' : 'filled'}>
      {ASK_AGAIN[kind].label}
    </Button>
  </OutcomeCard>
);
