import type { Output } from '@skyport/contract/call';
import type { statisticsCalls, WaitingKind } from '@skyport/contract/statistics';
import type { Db } from '@skyport/db';
import { readBackupFigures } from '../backup/index.ts';
import { readFleetWatch } from '../fleet/index.ts';
import { countQueued } from '../jobs/index.ts';
import { readLedgerWatch } from '../ledger/index.ts';
import { readDifferenceWatch, readRequestWatch } from '../money/index.ts';
import { readFlagWatch, readHealthWatch, readMoneyWatch } from '../orders/index.ts';
import { readWaiting } from '../tickets/index.ts';
import { readWithdrawalWatch } from '../withdrawals/index.ts';

type Waiting = Output<(typeof statisticsCalls)['overview']>['waiting'];

const row = (kind: WaitingKind, count: number, since: Date | null = null): Waiting[number] => ({
  _id: kind,
  count,
  since: since?.toISOString() ?? null,
});

/** What needs somebody now, of every kind, asked of the features that it belongs to. */
export const readAllWaiting = async (db: Db, now: Date): Promise<Waiting> => {
  const [tickets, money, fleet] = [await readWaiting(db), await readMoneyWatch(db), await readFleetWatch(db)];
  const [ledger, jobs] = [await readLedgerWatch(db), await countQueued(db)];
  const [withdrawals, flags] = [await readWithdrawalWatch(db), await readFlagWatch(db)];
  const [requests, differences] = [await readRequestWatch(db), await readDifferenceWatch(db)];
  const failing = await readHealthWatch(db);
  const backup = await readBackupFigures(db, now);
  const unrestored = backup.restore_passed === false;
  const failed = jobs.find(({ state }) => state === 'failed')?.count ?? 0;
  return [
    row('ledger', Number(ledger.problems)),
    row('tickets', tickets.count, tickets.since),
    row('withdrawals', withdrawals.count, withdrawals.since),
    row('flags', flags.count, flags.since),
    row('unclaimed', money.unclaimed),
    row('claims', money.doubtful),
    row('requests', requests.count, requests.since),
    row('differences', differences.count, differences.since),
    row('providers', failing.count, failing.since),
    row('nodes', fleet.nodes, fleet.since),
    row('reports', fleet.reports, fleet.reportsSince),
    row('jobs', failed),
    row('backups', Number(backup.stale_at !== null) + Number(unrestored), backup.stale_at),
  ];
};
