import type { accountsCalls } from '@skyport/contract/accounts';
import { commonEmail } from '@skyport/contract/shapes';
import { takeCaptcha } from '../../platform/captcha.ts';
import type { Handler } from '../../platform/deps.ts';
import { refuse } from '../../platform/refuse.ts';
import { refundIfThrottled, spendAttempts } from '../../platform/attempts.ts';
import { refundAttempts } from '../../platform/attempts-store.ts';
import { addressAttempts, pairAttempts, type Attempt } from '../../platform/attempt-limits.ts';
import { encryptTicket } from '../second-step/ticket.ts';
import { findByEmail } from '../store.ts';
import { checkPassword } from './password.ts';
import { noteLogin } from './login-place.ts';

const loginTries = (email: string, address: string): readonly Attempt[] => [
  ...pairAttempts('login.pair', email, address),
  ...addressAttempts('login.address', address),
  { kind: 'login.account', key: email },
];

/** Logs in by password; where the account has a second step, gives a ticket for it instead. */
export const login: Handler<(typeof accountsCalls)['login']> = async ({ email, password, captcha }, context, deps) => {
  const { db, secrets, clock } = deps;
  const { address } = context;
  const proven = await takeCaptcha(captcha, { call: '/api/user/login', address }, deps);
  // Taken before the password is looked at, and given back when it is right: only failures stay counted.
  const taken = await spendAttempts(deps, loginTries(commonEmail(email), address), proven);
  const user = await findByEmail(db, email);
  const right = await refundIfThrottled(db, taken, checkPassword(user?.passwordHash, password, { secrets }));
  if (!user || !right || user.disabled) return refuse('loginFailed');
  await refundAttempts(db, taken);
  if (!user.confirmed) return refuse('loginFailed', '请先点击确认邮件中的链接');
  if (user.secondStep)
    return refuse('secondStepNeeded', undefined, { ticket: encryptTicket(user, clock.now(), secrets) });
  await noteLogin(deps, user.id, context);
  if (!(await context.startSession(user))) refuse('loginFailed');
  return {};
};
