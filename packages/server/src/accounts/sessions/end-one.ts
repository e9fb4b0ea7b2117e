import type { Db } from '@skyport/db';
import { notify, type NotifyDeps } from '../../notices/index.ts';
import { messageContext } from '../messages/notify-owner.ts';
import { bellTexts } from '../messages/texts.ts';
import { deviceOf } from './device.ts';
import { removeSession } from './store.ts';

/** What is told of a session that was ended. */
export interface EndedSession {
  readonly device: string;
  readonly network: string;
}

/**
 * Ends one session of somebody else's account, which its owner hears of; undefined where the account has no such one.
 */
export const endOneSession = async (
  trx: Db,
  deps: NotifyDeps,
  { id, userId, address }: { readonly id: string; readonly userId: string; readonly address: string },
): Promise<EndedSession | undefined> => {
  const found = await removeSession(trx, { id, userId });
  if (!found) return undefined;
  const device = deviceOf(found.client);
  const text = bellTexts.sessionEnded(messageContext(address, deps), device);
  await notify(trx, deps, { userId, kind: 'security', href: '#/user_info', text, name: 'sessions_ended' });
  return { device, network: found.network };
};
