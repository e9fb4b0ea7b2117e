import { Button, Loader } from '@mantine/core';
import { accountsRaw } from '@skyport/contract/accounts';
import { codes } from '@skyport/contract/codes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { askMailedLink } from '../api/index.ts';
import { HomeCountdown } from './countdown.tsx';
import { entered } from './enter.ts';
import { hasToken } from './session.ts';
import { texts } from './texts.ts';

interface MailedLink {
  readonly serialId: string;
  readonly key: string;
}

/** A link that lost a part on its way, for example in a mail program, needs no asking. */
const isWhole = ({ serialId, key }: MailedLink): boolean => serialId !== '' && key !== '';

type LinkKind = 'signup' | 'password' | 'email';

/** Which link it is, by the word in its address. */
const kindOf = (action: string | null): LinkKind => {
  if (action === 'change_password') return 'password';
  return action === 'change_email' ? 'email' : 'signup';
};

const ROWS = {
  signup: accountsRaw.signupConfirm,
  password: accountsRaw.changePassword,
  email: accountsRaw.emailConfirm,
} as const;

/** Opens the mailed link once, however often the page is drawn; the answer is kept as long as the page lives. */
const useMailedLink = (kind: LinkKind, link: MailedLink) =>
  useQuery({
    queryKey: ['mailed-link', kind, link.serialId, link.key],
    queryFn: () => askMailedLink(ROWS[kind], link),
    enabled: isWhole(link),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });

/** Where the links of mails lead: confirms a registration, a new password or a new address, and says how that went. */
export default function ConfirmPage(): ReactNode {
  const [query] = useSearchParams();
  const client = useQueryClient();
  const kind = kindOf(query.get('action'));
  const words = texts.confirm[kind];
  const link = { serialId: query.get('serial_id') ?? '', key: query.get('key') ?? '' };
  const opened = useMailedLink(kind, link);
  const done = opened.data === codes.ok.code;
  useEffect(() => {
    if (done && hasToken()) void entered(client);
  }, [done, client]);
  if (opened.isPending && isWhole(link)) {
    return (
      <div className="sp-card sp-narrow sp-stack" role="status">
        <Loader aria-hidden />
        <span className="sp-dim">{words.waiting}</span>
      </div>
    );
  }
  if (done) return <Confirmed title={words.done} />;
  return (
    <NotConfirmed
      title={words.failed}
      kind={kind}
      hint={opened.data === codes.emailTaken.code ? texts.emailTaken : texts.confirm.failedHint}
      again={opened.isError ? opened.refetch : undefined}
    />
  );
}

const Confirmed = ({ title }: { title: string }): ReactNode => {
  const navigate = useNavigate();
  return (
    <HomeCountdown title={title}>
      <Button onClick={() => void navigate(hasToken() ? '/' : '/login')}>{texts.confirm.enter}</Button>
    </HomeCountdown>
  );
};

interface NotConfirmedProps {
  readonly title: string;
  readonly kind: LinkKind;
  readonly hint: string;
  /** Given when the network failed: the link itself may still be good. */
  readonly again: (() => Promise<unknown>) | undefined;
}

/** Where another link is to be had. */
const WAYS = {
  signup: { to: '/register', label: texts.confirm.register },
  password: { to: '/reset', label: texts.confirm.reset },
  email: { to: '/user_info', label: texts.confirm.profile },
} as const;

const NotConfirmed = ({ title, kind, hint, again }: NotConfirmedProps): ReactNode => (
  <div className="sp-card sp-narrow sp-stack" role="alert">
    <h1 className="sp-h1">{title}</h1>
    {again ? (
      <Button onClick={() => void again()}>{texts.confirm.again}</Button>
    ) : (
      <span className="sp-dim">{hint}</span>
    )}
    <Link to={WAYS[kind].to}>{WAYS[kind].label}</Link>
  </div>
);
