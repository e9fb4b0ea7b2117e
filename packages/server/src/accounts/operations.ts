import type { Db } from '@skyport/db';
import { findChannel } from '../invite/index.ts';
import { changeType } from './sign-up/first-admin-store.ts';
import { lockStandings } from './store.ts';

/**
 * Makes accounts operations staff, and others that were it customers again, in the caller's transaction. All of them
 * have to log in anew.
 */
export const changeOperations = async (
  trx: Db,
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
): Promise<void> => {
  const were = await lockStandings(trx, removed);
  for (const id of added) await changeType(trx, id, 'yunying');
  for (const id of removed)
    if (were.get(id)?.type === 'yunying')
      await changeType(trx, id, (await findChannel(trx, id)) ? 'channel' : 'normal');
};
