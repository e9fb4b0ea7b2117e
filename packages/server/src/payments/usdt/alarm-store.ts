import type { Db } from '@skyport/db';
import type { Place } from './deposit-store.ts';

/** Notes that a place is behind; false when that was noted before. */
export const beginAlarm = async (trx: Db, { network, address }: Place, since: Date): Promise<boolean> => {
  const row = await trx
    .insertInto('usdt_alarms')
    .values({ network, address, since })
    .onConflict((c) => c.columns(['network', 'address']).doNothing())
    .returning('network')
    .executeTakeFirst();
  return row !== undefined;
};

/** Notes that a place is not behind; false when it was not before. */
export const endAlarm = async (trx: Db, { network, address }: Place): Promise<boolean> => {
  const row = await trx
    .deleteFrom('usdt_alarms')
    .where('network', '=', network)
    .where('address', '=', address)
    .returning('network')
    .executeTakeFirst();
  return row !== undefined;
};
