import type { accountsCalls } from '@skyport/contract/accounts';
import type { captchaCalls } from '@skyport/contract/captcha';
import { inTransaction } from '@skyport/db';
import { dayOf, MINUTE_MS } from '../platform/clock.ts';
import { makeChallenge, takeCaptcha } from '../platform/captcha.ts';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { addressAttempts, pairAttempts, type Attempt } from '../platform/attempt-limits.ts';
import { refundIfThrottled, spendAttempts } from '../platform/attempts.ts';
import { refundAttempts } from '../platform/attempts-store.ts';
import { heldPermissions } from '../permissions/index.ts';
import { confirm } from './confirm-click.ts';
import { userkeyContext } from './create.ts';
import { changeUseInfo } from './edit.ts';
import { noteLogin } from './login-place.ts';
import { checkPassword, hashPassword } from './password.ts';
import { presentProfile } from './present.ts';
import { getProfile, type ProfileRow } from './profile.ts';
import { askerOf, getEmail, isStaff, mailRequest, resetPassword } from './recover.ts';
import { channelCodeOf, iconOf, isAgencyHost, newAccountTraits, pageOf } from './rules.ts';
import { setUpAdmin } from './setup.ts';
import { makeOrTakeOver, signupMail } from './signup.ts';
import { isCrowdedDay } from './signup-rate.ts';
import { sealTicket } from './second-step/ticket.ts';
import { changeLastSeen, findByEmail } from './store.ts';

type Calls = typeof accountsCalls & typeof captchaCalls;

/** How old `last_active_at` may be before a call writes it again: reading must stay cheaper than writing. */
const SEEN_EVERY_MS = MINUTE_MS;

const userInfo: Handler<Calls['userInfo']> = async (
  { page_url },
  { caller, page, bothParts },
  { db, reader, clock, settings, secrets },
) => {
  const now = clock.now();
  const row = await getProfile(reader, caller.id);
  const url = pageOf(page_url ?? page);
  if (isStale(row, now)) await changeLastSeen(db, caller.id, { at: now, url });
  // Scripts of a page can read the session's other part: by itself it must not open the subscription.
  const userkey = bothParts ? secrets.decrypt(row.userkey_enc, userkeyContext(row.id)) : '';
  const current = settings.current();
  const mustSetUp = current.staff_second_step && isStaff(row.type ?? undefined) && !row.second_step;
  return {
    ...presentProfile(row, userkey, current, dayOf(now, current.timezone)),
    ...(mustSetUp && { second_step_required: true as const }),
  };
};

const isStale = (row: ProfileRow, now: Date): boolean => now.getTime() - row.last_active_at.getTime() >= SEEN_EVERY_MS;

const loginTries = (email: string, address: string): readonly Attempt[] => [
  ...pairAttempts('login.pair', email, address),
  ...addressAttempts('login.address', address),
  { kind: 'login.account', key: email },
];

const login: Handler<Calls['login']> = async ({ email, password, captcha }, context, deps) => {
  const { db, secrets, clock } = deps;
  const { address } = context;
  const proven = await takeCaptcha(captcha, { call: '/api/user/login', address }, deps);
  // Taken before the password is looked at, and given back when it is right: only failures stay counted.
  const taken = await spendAttempts(deps, loginTries(email, address), proven);
  const user = await findByEmail(db, email);
  const right = await refundIfThrottled(db, taken, checkPassword(user?.passwordHash, password, { secrets }));
  if (!user || !right || user.disabled) return refuse('loginFailed');
  await refundAttempts(db, taken);
  if (!user.confirmed) return refuse('loginFailed', '请先点击确认邮件中的链接');
  if (user.secondStep) return refuse('secondStepNeeded', undefined, { ticket: sealTicket(user, clock.now(), secrets) });
  await noteLogin(deps, user.id, context);
  await context.startSession(user);
  return {};
};

const signup: Handler<Calls['signup']> = async (input, context, deps) => {
  const settings = deps.settings.current();
  if (isAgencyHost(context.host, settings)) return refuse('roleForbidden');
  const { address } = context;
  const proven = await takeCaptcha(input.captcha, { call: '/api/user/signup', address }, deps);
  if (!proven && (await isCrowdedDay(deps))) return refuse('captchaNeeded');
  const taken = await spendAttempts(deps, addressAttempts('signup.address', address), proven);
  const mail = await signupMail(input.email, context.address, deps);
  const passwordHash = await refundIfThrottled(deps.db, taken, hashPassword(input.password, deps));
  const traits = newAccountTraits(settings);
  const draft = {
    ...traits,
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
  await context.startSession({ id: made.id, type: traits.type });
  return { confirm: false };
};

const setupAdmin: Handler<Calls['setupAdmin']> = async ({ email, password, code }, context, deps) => {
  const taken = await spendAttempts(deps, addressAttempts('setup.address', context.address));
  const passwordHash = await refundIfThrottled(deps.db, taken, hashPassword(password, deps));
  const admin = await setUpAdmin(deps, { email, passwordHash, code, address: context.address });
  await refundAttempts(deps.db, taken);
  await context.startSession({ id: admin.id, type: 'admin' });
  return {};
};

const captcha: Handler<Calls['captcha']> = ({ call }, { address }, deps) => makeChallenge({ call, address }, deps);

/** Sign-up, log-in and what the console shows of the account that is logged in. */
export const accountsHandlers: HandlersOf<Calls> = {
  userInfo,
  myPermissions: async (_input, { caller }, { db, clock }) => heldPermissions(db, caller.id, clock.now()),
  login,
  signup,
  setupAdmin,
  resetPassword,
  getEmail,
  confirm,
  changeUseInfo,
  captcha,
  logout: async (_input, context) => {
    await context.endSession();
    return {};
  },
};
