import type { accountsCalls } from '@skyport/contract/accounts';
import { commonEmail } from '@skyport/contract/shapes';
import { inTransaction, type Db } from '@skyport/db';
import { mailIsOn } from '../../mail/index.ts';
import { takeCaptcha } from '../../platform/captcha.ts';
import type { Deps, Handler } from '../../platform/deps.ts';
import { refuse } from '../../platform/refuse.ts';
import { sameBytes } from '../../platform/secrets.ts';
import { refundIfThrottled, spendAttempts, takeAttempts } from '../../platform/attempts.ts';
import { addressAttempts, pairAttempts, type Attempt } from '../../platform/attempt-limits.ts';
import { refundAttempts } from '../../platform/attempts-store.ts';
import { hashPassword } from '../log-in/password.ts';
import { setPassword } from '../log-in/set-password.ts';
import { askerOf, mailRequest } from '../mailed-links/request.ts';
import { findHolder, lockHolder, type HolderRow } from '../mailed-links/store.ts';
import { messageContext, notifyOwner } from '../messages/notify-owner.ts';
import { bellTexts, mailTexts } from '../messages/texts.ts';
import { isStaff } from '../../platform/staff.ts';
import { linkPartsOf } from './link-parts.ts';

type Calls = typeof accountsCalls;

const NOBODY = Buffer.alloc(32);

/**
 * The account whose current subscription link this is. The link is read, never fetched. Undefined for everything else,
 * in the same time: an old link, a link of nobody, of a disabled account, or no link at all.
 */
const holderOfLink = async (url: string, { db, secrets }: Pick<Deps, 'db' | 'secrets'>) => {
  const parts = linkPartsOf(url);
  const holder = parts && (await findHolder(db, parts.userId));
  const right = sameBytes(secrets.mac('userkey', parts?.userkey ?? ''), holder?.userkeyHash ?? NOBODY);
  return right && holder && !holder.disabled ? holder : undefined;
};

/** Whether somebody may find out about an account, or change its password, by its subscription link. */
const mayRecover = ({ type, canChangePassword }: HolderRow): boolean => canChangePassword && !isStaff(type);

/**
 * The same account, locked until the transaction ends: a password is hashed long after its link was looked at, and the
 * owner may have ended that link meanwhile.
 */
const lockHolderOfLink = async (trx: Db, { id, userkeyHash }: HolderRow): Promise<HolderRow> => {
  const holder = await lockHolder(trx, id);
  return holder && !holder.disabled && sameBytes(holder.userkeyHash, userkeyHash) ? holder : refuse('linkWrong');
};

/**
 * Refuses a link that opens nothing. Nobody guesses the key of one: wrong links are bounded for whoever sends them, and
 * hold no neighbour with a right one back.
 */
const refuseLink = async (deps: Deps, kind: 'get_email.address' | 'reset.address', address: string): Promise<never> => {
  await spendAttempts(deps, addressAttempts(kind, address));
  return refuse('linkWrong');
};

/**
 * Takes what a right link may ask for. Links get into other hands: whoever has one uses up a client's share of their
 * own, and costs the owner, who has the link too, a captcha.
 */
const spendAsk = (
  deps: Deps,
  what: 'get_email' | 'reset',
  { id, address, proven }: { readonly id: string; readonly address: string; readonly proven: boolean },
): Promise<readonly string[]> => {
  const attempts: readonly Attempt[] = [
    ...pairAttempts(what === 'reset' ? 'reset_asked.pair' : 'get_email.pair', id, address),
    { kind: `${what}.account`, key: id },
    ...(proven ? [{ kind: `${what}.proven`, key: id } as const] : []),
  ];
  return spendAttempts(deps, attempts, proven);
};

/** Finds an account's e-mail address by its link, and tells its owner, unless they were told often today. */
export const getEmail: Handler<Calls['getEmail']> = async ({ describUrl, captcha }, { address }, deps) => {
  const proven = await takeCaptcha(captcha, { call: '/api/user/get_email', address }, deps);
  const user = await holderOfLink(describUrl, deps);
  if (!user) return refuseLink(deps, 'get_email.address', address);
  if (!mayRecover(user)) refuse('accountForbids');
  await spendAsk(deps, 'get_email', { id: user.id, address, proven });
  const told = await takeAttempts(deps, [{ kind: 'get_email.told', key: user.id }]);
  if (!('taken' in told)) return user.email;
  const what = messageContext(address, deps);
  await inTransaction(deps.db, (trx) =>
    notifyOwner(trx, deps, {
      user,
      text: bellTexts.emailAsked(what),
      mail: mailTexts.emailAsked(what),
      kind: 'email_asked',
    }),
  );
  return user.email;
};

/** Asks for another password: at once, or where mail is set up by a link in a mail. */
export const resetPassword: Handler<Calls['resetPassword']> = async (input, context, deps) => {
  const { address } = context;
  const proven = await takeCaptcha(input.captcha, { call: '/api/user/reset_password', address }, deps);
  const user = await holderOfLink(input.describUrl, deps);
  if (!user) return refuseLink(deps, 'reset.address', address);
  const tried = await spendAttempts(deps, pairAttempts('reset.pair', user.id, address));
  if (commonEmail(user.email) !== commonEmail(input.email)) refuse('emailWrong');
  if (!mayRecover(user)) refuse('accountForbids');
  await refundAttempts(deps.db, tried);
  const taken = await spendAsk(deps, 'reset', { id: user.id, address, proven });
  const passwordHash = await refundIfThrottled(deps.db, taken, hashPassword(input.password, deps));
  if (!mailIsOn(deps.settings.current())) {
    await inTransaction(deps.db, async (trx) =>
      setPassword(trx, deps, { user: await lockHolderOfLink(trx, user), passwordHash, address }),
    );
    return { mailed: false };
  }
  const asker = askerOf(context);
  await inTransaction(deps.db, (trx) =>
    mailRequest(trx, deps, { user, kind: 'password', passwordHash, host: input.host, ...asker }),
  );
  return { mailed: true };
};
