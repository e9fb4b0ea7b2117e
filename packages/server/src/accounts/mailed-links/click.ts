import type { accountsCalls } from '@skyport/contract/accounts';
import type { ConfirmRequest } from '../../platform/confirm-route.ts';
import type { Deps, Handler } from '../../platform/deps.ts';
import { refuse } from '../../platform/refuse.ts';
import { refundIfThrottled, spendAttempts } from '../../platform/attempts.ts';
import { findOpenRequest, openMailedLink } from './open-link.ts';
import { checkPassword } from '../log-in/password.ts';
import { findByEmail } from '../store.ts';

const KINDS = { signup_confirm: 'signup', change_password: 'password', change_email: 'email' } as const;

/**
 * Confirms a mailed link in any browser, after somebody was shown who asked and has clicked. Whoever confirms a sign-up
 * must be the one who chose its password: else the owner of a mailbox could be led to confirm a stranger's account.
 */
export const confirm: Handler<(typeof accountsCalls)['confirm']> = async (input, context, deps) => {
  const link = { kind: KINDS[input.action], serialId: input.serial_id, key: input.key };
  const clicked = link.kind !== 'signup' || (await checkSignup(deps, link, input.password));
  const { code, session, otherAccount } = await openMailedLink(deps, {
    ...link,
    address: context.address,
    browserIdHash: undefined,
    accountId: context.caller?.id,
    clicked,
  });
  if (code !== 'ok') return refuse(code === 'otherBrowser' ? 'notFound' : code);
  const loggedIn = session !== undefined && (await context.startSession(session));
  return { logged_in: loggedIn, other_account: otherAccount === true };
};

/**
 * Refuses whoever does not know the password that waits to be confirmed; guesses are counted for the account. False
 * when the link opens nothing.
 */
const checkSignup = async (
  deps: Deps,
  link: Pick<ConfirmRequest, 'kind' | 'serialId' | 'key'>,
  password: string | undefined,
): Promise<boolean> => {
  const request = await findOpenRequest(deps, link);
  if (!request) return false;
  if (request.found.usedAt) return true;
  if (password === undefined) return refuse('loginFailed', '请输入注册时设置的密码');
  const taken = await spendAttempts(deps, [{ kind: 'confirm.account', key: request.user.id }]);
  const stored = await findByEmail(deps.db, request.user.email);
  const right = await refundIfThrottled(deps.db, taken, checkPassword(stored?.passwordHash, password, deps));
  if (!right) return refuse('loginFailed', '密码不正确');
  return true;
};
