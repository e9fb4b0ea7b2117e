import { orderChanges, tradeChanges } from '@skyport/contract/order-states';
import { withdrawalChanges } from '@skyport/contract/withdrawal-states';
import type { Db } from '@skyport/db';

const linesOf = (machine: string, changes: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.entries(changes).flatMap(([before, after]) => after.map((each) => `${machine} ${before} ${each}`));

/** Throws when the database allows other changes of state than the program knows: one of the two is another version. */
export const checkStateChanges = async (db: Db): Promise<void> => {
  const rows = await db.selectFrom('state_changes').selectAll().execute();
  const stored = rows.map(({ machine, before, after }) => `${machine} ${before} ${after}`).toSorted();
  const machines = { order: orderChanges, trade: tradeChanges, withdrawal: withdrawalChanges };
  const known = Object.entries(machines)
    .flatMap(([machine, changes]) => linesOf(machine, changes))
    .toSorted();
  if (stored.join('\n') !== known.join('\n'))
    throw new Error('the database allows other changes of state of orders, trades or withdrawals than this program');
};
