import { accountsRaw } from '@skyport/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { askMailedLink } from '../api/index.ts';

/** The parts of a mailed link that open it. */
export interface MailedLink {
  readonly serialId: string;
  readonly key: string;
}

/** Whether both parts are there. A mail program may have cut the link; then the server is not asked. */
export const isComplete = ({ serialId, key }: MailedLink): boolean => serialId !== '' && key !== '';

/** What a mailed link is about. */
export type LinkKind = 'signup' | 'password' | 'email';

/** Which link it is, by `action` of its address. */
export const kindOf = (action: string | null): LinkKind => {
  if (action === 'change_password') return 'password';
  return action === 'change_email' ? 'email' : 'signup';
};

const ROWS = {
  signup: accountsRaw.signupConfirm,
  password: accountsRaw.changePassword,
  email: accountsRaw.emailConfirm,
} as const;

/** Opens the mailed link once, however often the page is drawn; the answer is kept as long as the page lives. */
export const useMailedLink = (kind: LinkKind, link: MailedLink) =>
  useQuery({
    queryKey: ['mailed-link', kind, link.serialId, link.key],
    queryFn: () => askMailedLink(ROWS[kind], link),
    enabled: isComplete(link),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });
