import type { Db } from '@skyport/db';
import { mailIsOn } from '../mail/index.ts';
import type { Deps } from '../platform/deps.ts';
import { clientPrefix } from '../platform/networks.ts';
import { refuse } from '../platform/refuse.ts';
import { createAccount, type AccountDraft } from './create.ts';
import { changeConfirmed, changePasswordHash, findHolder, lockUnconfirmed, type HolderRow } from './request-store.ts';
import { takeTry } from './tries.ts';

/**
 * What a sign-up does about mail: `must` is one whose account can only be used after the mailed link was opened, `may`
 * one that gets the link along, `none` one without mail. Refuses `throttled` when too many mails that are needed were
 * asked for by this client or for this address.
 */
export const signupMail = async (
  email: string,
  address: string,
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
): Promise<'must' | 'may' | 'none'> => {
  const current = settings.current();
  if (!mailIsOn(current)) return 'none';
  const at = clock.now();
  const allowed =
    (await takeTry(db, { kind: 'signup_mail.address', key: clientPrefix(address), at })) &&
    (await takeTry(db, { kind: 'signup_mail.account', key: email, at }));
  if (current.signup_confirm) return allowed ? 'must' : refuse('throttled');
  return allowed ? 'may' : 'none';
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
