import type { Db } from '@skyport/db';
import type { Deps } from '../../platform/deps.ts';
import { changePasswordHash, lockHolder, removeOpenRequests, type HolderRow } from '../mailed-links/store.ts';
import { releaseTelegram } from '../messages/telegram-release.ts';
import { messageContext, notifyOwner } from '../messages/notify-owner.ts';
import { bellTexts, mailTexts } from '../messages/texts.ts';
import { removeOtherSessions } from '../sessions/store.ts';

interface NewPassword {
  readonly user: HolderRow;
  readonly passwordHash: string;
  /** Client address that asked. */
  readonly address: string;
  /** The one session that goes on, where somebody logged in asks. */
  readonly keep?: Buffer;
}

/**
 * Changes the password now: every session, or every other one, ends, and so does every open request and the binding to
 * Telegram; the owner is told. Gives how many sessions ended.
 */
export const setPassword = async (
  trx: Db,
  deps: Deps,
  { user, passwordHash, address, keep = Buffer.alloc(0) }: NewPassword,
): Promise<number> => {
  await lockHolder(trx, user.id);
  await changePasswordHash(trx, user.id, passwordHash);
  const ended = await removeOtherSessions(trx, { userId: user.id, keep });
  await removeOpenRequests(trx, user.id, 'password');
  await removeOpenRequests(trx, user.id, 'email');
  const what = messageContext(address, deps);
  const message = {
    text: bellTexts.passwordChanged(what),
    mail: mailTexts.passwordChanged(what, keep.length > 0),
    kind: 'password_changed',
  };
  await notifyOwner(trx, deps, { user, ...message });
  await releaseTelegram(trx, deps, { userId: user.id, reason: 'password' });
  return ended.length;
};
