import type { Db } from '@skyport/db';
import { notify } from '../../notices/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { bellTexts } from './texts.ts';
import { messageContext } from './notify-owner.ts';

/** Tells an account's owner that its subscription link is another one now, in the caller's transaction. */
export const notifyOfLinkReset = (
  trx: Db,
  deps: Deps,
  { userId, address }: { userId: string; address: string },
): Promise<void> => {
  const text = bellTexts.linkReset(messageContext(address, deps));
  return notify(trx, deps, { userId, kind: 'security', href: '#/user_info', text, name: 'link_reset' });
};
