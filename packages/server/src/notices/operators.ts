import type { Db } from '@skyport/db';
import { listOperators } from './operators-store.ts';
import { tell, type TellDeps, type Telling } from './tell.ts';

/** Tells the operators of something, in the transaction in which it happens. */
export const tellOperators = async (trx: Db, deps: TellDeps, telling: Omit<Telling, 'userId'>): Promise<void> => {
  for (const userId of await listOperators(trx, deps.settings.current().admin_id))
    await tell(trx, deps, { ...telling, userId });
};
