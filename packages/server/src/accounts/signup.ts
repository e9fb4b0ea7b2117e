import type { Db } from '@skyport/db';
import { mailIsOn } from '../mail/index.ts';
import type { Deps } from '../platform/deps.ts';
import { addressAttempts } from '../platform/attempt-limits.ts';
import { refuseReached, takeAttempts } from '../platform/attempts.ts';
import { createAccount, type AccountDraft } from './create.ts';
import { changeConfirmed, changePasswordHash, findHolder, lockUnconfirmed, type HolderRow } from './request-store.ts';

/**
 * What a sign-up does about mail: `must` is one whose account can only be used after the mailed link was opened, `may`
 * one that gets the link along, `none` one without mail. Refuses `throttled` when too many mails that are needed were
 * asked for by this client or for this address.
 */
export const signupMail = async (
  email: string,
  address: string,
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'settings'>,
): Promise<'must' | 'may' | 'none'> => {
  const current = deps.settings.current();
  if (!mailIsOn(current)) return 'none';
  const tries = [
    ...addressAttempts('signup_mail.address', address),
    { kind: 'signup_mail.account', key: email } as const,
  ];
  const outcome = await takeAttempts(deps, tries);
  if ('taken' in outcome) return current.signup_confirm ? 'must' : 'may';
  return current.signup_confirm ? refuseReached(outcome) : 'none';
};

/**
 * Makes the account of a sign-up. An account of the same address that nobody ever confirmed belongs to nobody yet: it
 * gets the new password, and the link of an older mail ends with the next one. Undefined when the address is taken.
 */
export const makeOrTakeOver = async (
  trx: Db,
  draft: AccountDraft,
  deps: Pick<Deps, 'ids' | 'secrets' | 'clock'>,
): Promise<HolderRow | undefined> => {
  const made = await createAccount(trx, draft, deps);
  if (made) return findHolder(trx, made.id);
  const lonely = await lockUnconfirmed(trx, draft.email);
  if (!lonely) return undefined;
  await changePasswordHash(trx, lonely.id, draft.passwordHash);
  if (draft.confirmed) await changeConfirmed(trx, lonely.id);
  return lonely;
};
