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

/** Opens the mailed link once, however often the page is drawn; the answer is kept as long as the page lives. */
const useMailedLink = (isPassword: boolean, link: MailedLink) =>
  useQuery({
    queryKey: ['mailed-link', isPassword, link.serialId, link.key],
    queryFn: () => askMailedLink(isPassword ? accountsRaw.changePassword : accountsRaw.signupConfirm, link),
    enabled: isWhole(link),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });

/** Where the links of mails lead: confirms a registration or a password change, and says how that went. */
export default function ConfirmPage(): ReactNode {
  const [query] = useSearchParams();
  const client = useQueryClient();
  const isPassword = query.get('action') === 'change_password';
  const words = isPassword ? texts.confirm.password : texts.confirm.signup;
  const link = { serialId: query.get('serial_id') ?? '', key: query.get('key') ?? '' };
  const opened = useMailedLink(isPassword, link);
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
    <NotConfirmed title={words.failed} isPassword={isPassword} again={opened.isError ? opened.refetch : undefined} />
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
  readonly isPassword: boolean;
  /** Given when the network failed: the link itself may still be good. */
  readonly again: (() => Promise<unknown>) | undefined;
}

const NotConfirmed = ({ title, isPassword, again }: NotConfirmedProps): ReactNode => (
  <div className="sp-card sp-narrow sp-stack" role="alert">
    <h1 className="sp-h1">{title}</h1>
    {again ? (
      <Button onClick={() => void again()}>{texts.confirm.again}</Button>
    ) : (
      <span className="sp-dim">{texts.confirm.failedHint}</span>
    )}
    {isPassword ? <Link to="/reset">{texts.confirm.reset}</Link> : <Link to="/register">{texts.confirm.register}</Link>}
  </div>
);
