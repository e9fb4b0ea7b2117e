import type { Db } from '@skyport/db';
import type { Deps } from '../../platform/deps.ts';
import { changePasswordHash, lockHolder, removeOpenRequests, type HolderRow } from '../mailed-links/store.ts';
import { releaseTelegram } from '../messages/telegram-release.ts';
import { messageContext, notifyOwner } from '../messages/notify-owner.ts';
import { bellTexts, mailTexts } from '../messages/texts.ts';
import { removeSessions } from '../store.ts';

/** Changes the password now: every session, open request and binding to Telegram ends, and the owner is told. */
export const setPassword = async (
  trx: Db,
  deps: Deps,
  { user, passwordHash, address }: { user: HolderRow; passwordHash: string; address: string },
): Promise<void> => {
  await lockHolder(trx, user.id);
  await changePasswordHash(trx, user.id, passwordHash);
  await removeSessions(trx, user.id);
  await removeOpenRequests(trx, user.id, 'password');
  await removeOpenRequests(trx, user.id, 'email');
  const what = messageContext(address, deps);
  const message = {
    text: bellTexts.passwordChanged(what),
    mail: mailTexts.passwordChanged(what),
    kind: 'password_changed',
  };
  await notifyOwner(trx, deps, { user, ...message });
  await releaseTelegram(trx, deps, { userId: user.id, reason: 'password' });
};
