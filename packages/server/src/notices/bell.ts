import type { Db } from '@skyport/db';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import { isSafeHref } from './rules.ts';
import { insertNotice } from './store.ts';

/**
 * Puts a notification into an account's bell, in the caller's transaction. Throws when `href` is neither a route of the
 * console nor an HTTPS page.
 */
export const addToBell = async (
  trx: Db,
  notice: { userId: string; href: string; text: string },
  { clock, ids }: { clock: Clock; ids: Pick<Ids, 'next'> },
): Promise<void> => {
  if (!isSafeHref(notice.href)) throw new Error(`a notification must not lead to ${notice.href}`);
  await insertNotice(trx, { ...notice, id: ids.next(), at: clock.now() });
};
