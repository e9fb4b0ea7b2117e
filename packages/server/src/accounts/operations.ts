import type { Db } from '@skyport/db';
import { findChannel } from '../invite/index.ts';
import { changeType } from './sign-up/first-admin-store.ts';
import { lockTypes } from './store.ts';

/**
 * Makes accounts operations staff, and others that were it customers again, in the caller's transaction. All of them
 * have to log in anew.
 */
export const changeOperations = async (
  trx: Db,
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
): Promise<void> => {
  const types = await lockTypes(trx, removed);
  for (const id of added) await changeType(trx, id, 'yunying');
  for (const id of removed)
    if (types.get(id) === 'yunying') await changeType(trx, id, (await findChannel(trx, id)) ? 'channel' : 'normal');
};
