import type { Db } from '@skyport/db';
import { tell } from '../../notices/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { bellTexts } from './texts.ts';
import { happening } from './tell-owner.ts';

/** Tells an account's owner that its subscription link is another one now, in the caller's transaction. */
export const tellLinkReset = (
  trx: Db,
  deps: Deps,
  { userId, address }: { userId: string; address: string },
): Promise<void> => {
  const text = bellTexts.linkReset(happening(address, deps));
  return tell(trx, deps, { userId, kind: 'security', href: '#/user_info', text, name: 'link_reset' });
};
