import type { Db } from '@skyport/db';
import { listOperators } from './operators-store.ts';
import { notify, type NotifyDeps, type Notice } from './notify.ts';

/** Notifies the operators, in the transaction in which it happens. */
export const notifyOperators = async (trx: Db, deps: NotifyDeps, notice: Omit<Notice, 'userId'>): Promise<void> => {
  for (const userId of await listOperators(trx, deps.settings.current().admin_id))
    await notify(trx, deps, { ...notice, userId });
};
