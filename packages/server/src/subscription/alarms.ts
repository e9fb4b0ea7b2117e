import { inTransaction } from '@skyport/db';
import { listOperators, notify, tell } from '../notices/index.ts';
import type { Deps } from '../platform/deps.ts';
import { guessedNotice, networksNotice } from './watch-rules.ts';
import { listManyMisses, listManyNetworks, noteAlarm, type Excess } from './watch-store.ts';

/** Wrong keys in an hour, for one account's id, of which the operator is told. */
export const MANY_MISSES = 100;

type AlarmDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'settings' | 'log' | 'secrets' | 'jobs' | 'env'>;

/**
 * Looks for links that come from too many networks and tells their owners, and for links that are being guessed and
 * tells the operator. Nobody is told twice of one account within 24 hours, however often this runs.
 */
export const raiseLinkAlarms = async (deps: AlarmDeps): Promise<void> => {
  await tellOwners(deps);
  await tellOperators(deps);
};

const tellOwners = async (deps: AlarmDeps): Promise<void> => {
  const above = deps.settings.current().link_network_alarm;
  if (above === 0) return;
  const now = deps.clock.now();
  for (const { num, id, amount } of await listManyNetworks(deps.db, { now, above })) {
    await inTransaction(deps.db, async (trx) => {
      const due = await noteAlarm(trx, { userNum: num, kind: 'networks', amount, at: now });
      const notice = { ...networksNotice(amount, above), name: 'link_networks' };
      if (due) await tell(trx, deps, { userId: id, kind: 'security', ...notice });
    });
  }
};

const tellOperators = async (deps: AlarmDeps): Promise<void> => {
  const now = deps.clock.now();
  const guessed = await listManyMisses(deps.db, { now, least: MANY_MISSES });
  if (guessed.length === 0) return;
  const operators = await listOperators(deps.db, deps.settings.current().admin_id);
  const told = await inTransaction(deps.db, async (trx) => {
    const due: Excess[] = [];
    for (const one of guessed) {
      if (await noteAlarm(trx, { userNum: one.num, kind: 'wrongKeys', amount: one.amount, at: now })) due.push(one);
    }
    const notice = guessedNotice(due.length, Math.max(0, ...due.map(({ amount }) => amount)));
    if (due.length > 0) for (const userId of operators) await notify(trx, { userId, ...notice }, deps);
    return due.length;
  });
  if (told > 0) deps.log.warn({ accounts: told }, 'subscription links are being guessed');
};
