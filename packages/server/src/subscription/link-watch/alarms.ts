import { inTransaction } from '@skyport/db';
import { listOperators, addToBell, notify } from '../../notices/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { guessedNotice, networksNotice } from './rules.ts';
import { listManyWrongKeys, listManyNetworks, recordAlarm, replaceAlarmFigures, type Excess } from './store.ts';

/** Wrong keys in an hour, for one account's id, from which on the operators are notified. */
const MANY_WRONG_KEYS = 100;

/** Accounts in the operators' list. */
const LISTED = 100;

type AlarmDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'settings' | 'log' | 'secrets' | 'jobs' | 'env'>;

/**
 * Notifies owners whose links are used from too many networks, and operators of links that are being guessed. Nobody is
 * notified twice about one account within 24 hours, however often this runs. Then writes the figures of the list.
 */
export const raiseLinkAlarms = async (deps: AlarmDeps): Promise<void> => {
  await alarmOwners(deps);
  await alarmOperators(deps);
  const now = deps.clock.now();
  await inTransaction(deps.db, (trx) => replaceAlarmFigures(trx, { now, guessed: MANY_WRONG_KEYS, limit: LISTED }));
};

const alarmOwners = async (deps: AlarmDeps): Promise<void> => {
  const above = deps.settings.current().link_network_alarm;
  if (above === 0) return;
  const now = deps.clock.now();
  for (const { num, id, amount } of await listManyNetworks(deps.db, { now, above })) {
    await inTransaction(deps.db, async (trx) => {
      const due = await recordAlarm(trx, { userNum: num, kind: 'networks', amount, at: now });
      const notice = { ...networksNotice(amount, above), name: 'link_networks' };
      if (due) await notify(trx, deps, { userId: id, kind: 'security', ...notice });
    });
  }
};

const alarmOperators = async (deps: AlarmDeps): Promise<void> => {
  const now = deps.clock.now();
  const guessed = await listManyWrongKeys(deps.db, { now, least: MANY_WRONG_KEYS });
  if (guessed.length === 0) return;
  const operators = await listOperators(deps.db, deps.settings.current().admin_id);
  const notified = await inTransaction(deps.db, async (trx) => {
    const due: Excess[] = [];
    for (const one of guessed) {
      if (await recordAlarm(trx, { userNum: one.num, kind: 'wrongKeys', amount: one.amount, at: now })) due.push(one);
    }
    const notice = guessedNotice(due.length, Math.max(0, ...due.map(({ amount }) => amount)));
    if (due.length > 0) for (const userId of operators) await addToBell(trx, { userId, ...notice }, deps);
    return due.length;
  });
  if (notified > 0) deps.log.warn({ accounts: notified }, 'subscription links are being guessed');
};
