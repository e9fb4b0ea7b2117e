import type { Db } from '@skyport/db';
import { tell } from '../notices/index.ts';
import type { Deps } from '../platform/deps.ts';
import { bell } from './letters.ts';
import { happening } from './recover.ts';

/** Tells an account's owner that its subscription link is another one now, in the caller's transaction. */
export const tellLinkReset = (
  trx: Db,
  deps: Deps,
  { userId, address }: { userId: string; address: string },
): Promise<void> => {
  const text = bell.linkReset(happening(address, deps));
  return tell(trx, deps, { userId, kind: 'security', href: '#/user_info', text, name: 'link_reset' });
};
