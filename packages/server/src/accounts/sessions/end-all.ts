import type { Db } from '@skyport/db';
import { notify, type NotifyDeps } from '../../notices/index.ts';
import { refuse } from '../../platform/refuse.ts';
import { lockHolder } from '../mailed-links/store.ts';
import { messageContext } from '../messages/notify-owner.ts';
import { bellTexts } from '../messages/texts.ts';
import { removeOtherSessions } from './store.ts';

/**
 * Ends every session of somebody else's account, which its owner hears of; gives how many there were. Refuses
 * `notFound` without such an account.
 */
export const endAllSessions = async (
  trx: Db,
  deps: NotifyDeps,
  { userId, address }: { userId: string; address: string },
): Promise<number> => {
  // One that begins at this very moment is either there before the lock, and ends, or finds its account's others gone.
  if (!(await lockHolder(trx, userId))) refuse('notFound');
  const gone = await removeOtherSessions(trx, { userId, keep: Buffer.alloc(0) });
  const text = bellTexts.sessionsEnded(messageContext(address, deps), false);
  await notify(trx, deps, { userId, kind: 'security', href: '#/user_info', text, name: 'sessions_ended' });
  return gone.length;
};
