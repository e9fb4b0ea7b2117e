import { accountsCalls } from '@skyport/contract/accounts';
import { noticesCalls } from '@skyport/contract/notices';
import { telegramCalls, type TelegramState } from '@skyport/contract/telegram';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { useSession } from '../accounts/index.ts';
import { readAgain, useCall } from '../api/index.ts';
import { isAgencyView, useHost } from '../notices/index.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Section } from '../ui/section.tsx';
import { Bound } from './bound.tsx';
import { Requests } from './requests.tsx';
import { texts } from './texts.ts';
import { Unbound } from './unbound.tsx';

/** How often the page asks whether the bot has bound the account, in milliseconds. */
const POLL_MS = 4000;

/** Telegram on the profile page; nothing at all for an agency's customers and on its domain. */
export default function TelegramSection(): ReactNode {
  const { user } = useSession();
  const host = useHost();
  if (!user || isAgencyView(user, host)) return null;
  return (
    <Section title={texts.title} hint={texts.hint}>
      <Binding userId={user._id} isStaff={user.type === 'admin' || user.type === 'yunying'} />
    </Section>
  );
}

interface BindingProps {
  readonly userId: string;
  readonly isStaff: boolean;
}

const Binding = (props: BindingProps): ReactNode => {
  const state = useCall(telegramCalls.state, {}, { refetchEvery: POLL_MS, silent: true });
  useReadAgain(state.data?.bound);
  return <Loaded of={state}>{(data) => <Shown state={data} {...props} />}</Loaded>;
};

/** Reads again what depends on the binding when that has changed, which also happens in the bot. */
const useReadAgain = (bound: boolean | undefined): void => {
  const client = useQueryClient();
  const before = useRef(bound);
  useEffect(() => {
    if (before.current !== undefined && before.current !== bound) {
      void readAgain(client, [accountsCalls.userInfo, noticesCalls.channels]);
    }
    before.current = bound;
  }, [bound, client]);
};

const Shown = ({ state, ...props }: BindingProps & { readonly state: TelegramState }): ReactNode => {
  if (state.bound) return <Bound state={state} />;
  if (state.bot === '') return <span className="sp-dim">{texts.noBot}</span>;
  return (
    <>
      {state.requests.length > 0 && <Requests requests={state.requests} />}
      <Unbound bot={state.bot} main={state.requests.length === 0} {...props} />
    </>
  );
};
