import type { Db } from '@skyport/db';
import { mailIsOn } from '../../mail/index.ts';
import { notify } from '../../notices/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { refuse } from '../../platform/refuse.ts';
import { violates } from '../../platform/violations.ts';
import { bellTexts } from '../messages/texts.ts';
import { mailRequest, type Asker } from '../mailed-links/request.ts';
import { messageContext } from '../messages/notify-owner.ts';
import { lockUnconfirmed, removeOpenRequests, type HolderRow } from '../mailed-links/store.ts';
import { findByEmail } from '../store.ts';
import { changeEmail } from './store.ts';

/** A new address for an account, and from where it was asked for. */
interface Wanted {
  readonly user: HolderRow;
  readonly email: string;
  readonly address: string;
}

/**
 * Gives an account another address, in the caller's transaction: at once, or where mail is set up by a link in a mail
 * to the new one; the old one is told of both. True when a mail waits. Refuses an address that is taken, or none.
 */
export const wantEmail = async (trx: Db, deps: Deps, wanted: Wanted & Asker & { host: string }): Promise<boolean> => {
  const { user, email } = wanted;
  if (!user.canChangePassword) refuse('accountForbids');
  if ((await findByEmail(trx, email))?.confirmed) refuse('emailTaken');
  if (!mailIsOn(deps.settings.current())) {
    if (!(await setEmail(trx, deps, wanted))) refuse('emailTaken');
    return false;
  }
  await mailRequest(trx, deps, { ...wanted, kind: 'email', passwordHash: null });
  await notifyOldAddress(trx, deps, { ...wanted, step: 'asked' });
  return true;
};

/**
 * Changes the address now, in the caller's transaction; false when it was taken meanwhile. Links that were mailed to
 * the old address end. The old one is told, because it is still the account's when the mail is written.
 */
export const setEmail = async (trx: Db, deps: Deps, wanted: Wanted): Promise<boolean> => {
  const { user, email } = wanted;
  if (!(await freeAddress(trx, email))) return false;
  await notifyOldAddress(trx, deps, { ...wanted, step: 'done' });
  await removeOpenRequests(trx, user.id, 'signup');
  await removeOpenRequests(trx, user.id, 'password');
  await changeEmail(trx, user.id, { email, confirmed: user.confirmed || mailIsOn(deps.settings.current()) });
  return true;
};

/**
 * Makes sure that no other account has an address; false when a confirmed one has. One that nobody ever confirmed
 * belongs to nobody yet, and must not keep an address from its owner: it stays, under a name where no mail arrives.
 */
const freeAddress = async (trx: Db, email: string): Promise<boolean> => {
  const unconfirmed = await lockUnconfirmed(trx, email);
  if (!unconfirmed) return (await findByEmail(trx, email)) === undefined;
  for (const kind of ['signup', 'password', 'email'] as const) await removeOpenRequests(trx, unconfirmed.id, kind);
  await changeEmail(trx, unconfirmed.id, { email: `${unconfirmed.id}@unconfirmed.invalid`, confirmed: false });
  return true;
};

/** The steps of a change of address, with the text and the name of what the owner hears of each. */
const STEPS = {
  asked: { text: bellTexts.emailChange, name: 'email_change_asked' },
  done: { text: bellTexts.emailChanged, name: 'email_changed' },
} as const;

const notifyOldAddress = (
  trx: Db,
  deps: Deps,
  { user, email, address, step }: Wanted & { readonly step: keyof typeof STEPS },
) => {
  const { text: textOf, name } = STEPS[step];
  const text = textOf(messageContext(address, deps), email);
  return notify(trx, deps, { userId: user.id, kind: 'security', href: '#/user_info', text, name });
};

/** What a piece of work gives; of two who take one address at the same instant, the second gets `taken`. */
export const orTaken = async <T>(work: Promise<T>, taken: () => T): Promise<T> => {
  try {
    return await work;
  } catch (fault) {
    if (violates(fault, 'unique', 'users_email')) return taken();
    throw fault;
  }
};
