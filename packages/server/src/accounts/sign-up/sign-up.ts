import type { accountsCalls } from '@skyport/contract/accounts';
import { inTransaction } from '@skyport/db';
import { makeChannel } from '../../invite/index.ts';
import { takeCaptcha } from '../../platform/captcha.ts';
import type { Handler } from '../../platform/deps.ts';
import { refuse } from '../../platform/refuse.ts';
import { refundIfThrottled, spendAttempts } from '../../platform/attempts.ts';
import { refundAttempts } from '../../platform/attempts-store.ts';
import { addressAttempts } from '../../platform/attempt-limits.ts';
import { hashPassword } from '../log-in/password.ts';
import { noteLogin } from '../log-in/login-place.ts';
import { askerOf, mailRequest } from '../mailed-links/request.ts';
import { iconOf, pageOf } from '../rules.ts';
import { isCrowdedDay } from './crowded-day.ts';
import { setUpAdmin } from './first-admin.ts';
import { channelCodeOf, isAgencyHost, newAccountType } from './rules.ts';
import { makeOrTakeOver, signupMail } from './sign-up-mail.ts';

type Calls = typeof accountsCalls;

/** Makes an account and logs it in, unless its mailed link has to be opened first. */
export const signup: Handler<Calls['signup']> = async (input, context, deps) => {
  const settings = deps.settings.current();
  if (isAgencyHost(context.host, settings)) return refuse('roleForbidden');
  const { address } = context;
  const proven = await takeCaptcha(input.captcha, { call: '/api/user/signup', address }, deps);
  if (!proven && (await isCrowdedDay(deps))) return refuse('captchaNeeded');
  const taken = await spendAttempts(deps, addressAttempts('signup.address', address), proven);
  const mail = await signupMail({ email: input.email, address, proven }, deps);
  const passwordHash = await refundIfThrottled(deps.db, taken, hashPassword(input.password, deps));
  const draft = {
    type: newAccountType(settings),
    email: input.email,
    passwordHash,
    icon: iconOf(input.icon_url),
    channelCode: channelCodeOf(input.channel_code, settings),
    firstUrl: pageOf(input.page_url ?? context.page),
    confirmed: mail !== 'must',
  };
  const asker = mail === 'none' ? undefined : askerOf(context);
  const made = await inTransaction(deps.db, async (trx) => {
    const user = await makeOrTakeOver(trx, draft, deps);
    if (user?.type === 'channel') await makeChannel(trx, deps, user.id);
    if (user && asker) {
      await mailRequest(trx, deps, {
        user,
        kind: 'signup',
        passwordHash: null,
        host: input.host,
        ...asker,
      });
    }
    return user;
  });
  if (!made) return refuse('emailTaken');
  deps.crash.at('signup.after-commit');
  if (mail === 'must') return { confirm: true };
  await noteLogin(deps, made.id, context);
  if (!(await context.startSession({ ...made, passwordHash }))) refuse('sessionExpired');
  return { confirm: false };
};

/** Makes the first admin by a set-up link, and logs it in. */
export const setupAdmin: Handler<Calls['setupAdmin']> = async ({ email, password, code }, context, deps) => {
  const taken = await spendAttempts(deps, addressAttempts('setup.address', context.address));
  const passwordHash = await refundIfThrottled(deps.db, taken, hashPassword(password, deps));
  const admin = await setUpAdmin(deps, { email, passwordHash, code, address: context.address });
  await refundAttempts(deps.db, taken);
  const started = await context.startSession({ id: admin.id, type: 'admin', passwordHash, secondStep: false });
  if (!started) refuse('sessionExpired');
  return {};
};
