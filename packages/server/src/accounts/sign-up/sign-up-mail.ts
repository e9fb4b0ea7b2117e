import type { Db } from '@skyport/db';
import { mailIsOn } from '../../mail/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { addressAttempts, pairAttempts, type Attempt } from '../../platform/attempt-limits.ts';
import { refuseReached, takeAttempts } from '../../platform/attempts.ts';
import { createAccount, type AccountDraft } from './create.ts';
import {
  changeConfirmed,
  changePasswordHash,
  findHolder,
  lockUnconfirmed,
  type HolderRow,
} from '../mailed-links/store.ts';

/** Who signs up: the mailbox's address, the client's, and whether a captcha was solved. */
interface SigningUp {
  readonly email: string;
  readonly address: string;
  readonly proven: boolean;
}

/**
 * What a sign-up does about mail: `must` is one whose account can only be used after the mailed link was opened, `may`
 * one that gets the link along, `none` one without mail. Refuses, where the mail is needed, `throttled` when
 * this client has asked for too many, and `captchaNeeded` when too many were asked for to this mailbox, by
 * whomever: with a captcha each client gets one every five minutes all the same, until the mailbox has had ten
 * such mails within an hour.
 */
export const signupMail = async (
  signingUp: SigningUp,
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'settings'>,
): Promise<'must' | 'may' | 'none'> => {
  const current = deps.settings.current();
  if (!mailIsOn(current)) return 'none';
  const outcome = await takeMail(signingUp, deps);
  if ('taken' in outcome) return current.signup_confirm ? 'must' : 'may';
  return current.signup_confirm ? refuseReached(outcome) : 'none';
};

const takeMail = async (
  { email, address, proven }: SigningUp,
  deps: Pick<Deps, 'db' | 'clock' | 'ids'>,
): ReturnType<typeof takeAttempts> => {
  const tries: readonly Attempt[] = [
    ...addressAttempts('signup_mail.address', address),
    ...pairAttempts('signup_mail.pair', email, address),
    { kind: 'signup_mail.account', key: email },
  ];
  const outcome = await takeAttempts(deps, tries);
  if ('taken' in outcome || outcome.over === 'wait' || !proven) return outcome;
  const provenTries = [
    ...pairAttempts('signup_mail_proven.pair', email, address),
    { kind: 'signup_mail.proven', key: email },
  ] as const;
  return takeAttempts(deps, [...tries, ...provenTries], true);
};

/**
 * Makes the account of a sign-up or a set-up. An account of the same address that nobody ever confirmed belongs to
 * nobody yet: it gets the new password, and the link of an older mail ends with the next one. One of staff goes only to
 * whoever may become admin. Undefined when the address is taken.
 */
export const makeOrTakeOver = async (
  trx: Db,
  draft: AccountDraft,
  deps: Pick<Deps, 'ids' | 'secrets' | 'clock'>,
): Promise<HolderRow | undefined> => {
  const made = await createAccount(trx, draft, deps);
  if (made) return findHolder(trx, made.id);
  const unconfirmed = await lockUnconfirmed(trx, draft.email, { withStaff: draft.type === 'admin' });
  if (!unconfirmed) return undefined;
  await changePasswordHash(trx, unconfirmed.id, draft.passwordHash);
  if (draft.confirmed) await changeConfirmed(trx, unconfirmed.id);
  return unconfirmed;
};
