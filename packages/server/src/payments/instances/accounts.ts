import { inTransaction, type Db } from '@skyport/db';
import { notifyOperators } from '../../notices/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { changeInstance, findOtherOn, listInstances, lockCount, type InstanceRow } from './instance-store.ts';
import { accountOf } from './made.ts';
import { instanceTexts as texts } from './texts.ts';

/** Two instances of one account that are both switched on. */
interface Pair {
  readonly row: InstanceRow;
  readonly other: InstanceRow;
}

/** Stores the account of an older instance; gives the pair that it makes with one that is on already. */
const learnOne = async (trx: Db, row: InstanceRow, account: string): Promise<Pair | undefined> => {
  const other = row.is_on ? await findOtherOn(trx, { ...row, account }) : undefined;
  await changeInstance(trx, row.id, { account, shares_account: other !== undefined });
  return other && { row, other };
};

const tell = async (trx: Db, deps: Deps, { row, other }: Pair): Promise<void> => {
  const text = texts.pairNotice(row.label, other.label);
  await notifyOperators(trx, deps, { kind: 'shop', href: '#/admin_config', text, name: 'pay_instance_pair' });
};

/**
 * Fills the accounts of instances that were made before migration 0141, at the start of a process. A pair that is on
 * for one product of an account stays on: operators get one notice, and each start logs it.
 */
export const learnAccounts = async (deps: Deps): Promise<void> => {
  const unnamed = (await listInstances(deps.db)).filter(({ account }) => account === null);
  if (unnamed.some((row) => accountOf(deps, row) !== null)) {
    await inTransaction(deps.db, async (trx) => {
      await lockCount(trx);
      for (const row of await listInstances(trx)) {
        const account = row.account === null ? accountOf(deps, row) : null;
        const pair = account === null ? undefined : await learnOne(trx, row, account);
        if (pair) await tell(trx, deps, pair);
      }
    });
    await deps.payments.refresh();
  }
  for (const row of (await listInstances(deps.db)).filter(({ is_on, shares_account }) => is_on && shares_account)) {
    const other = await findOtherOn(deps.db, row);
    if (other) deps.log.warn({ instances: [other.name, row.name] }, 'payment instances of one account are switched on');
  }
};
