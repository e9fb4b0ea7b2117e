import { inTransaction } from '@skyport/db';
import { checkPayout } from '../payments/index.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { createFaultLog } from '../platform/error-log.ts';
import { job, NoInput } from '../platform/jobs.ts';
import { notifyChain } from './messages.ts';
import { findOwner, listUnchecked, noteAsked, noteChain, type WithdrawalRow } from './store.ts';

/** Payouts that are looked up in one run. */
const AT_ONCE = 50;
/** How long a chain may not know a payout, in ms. */
const PATIENCE_MS = DAY_MS;

const isOver = ({ decided_at }: WithdrawalRow, now: Date): boolean =>
  decided_at !== null && now.getTime() - decided_at.getTime() > PATIENCE_MS;

/** Asks the chain about one payout, outside of any lock, and notes what it says. */
const check = async (deps: Deps, row: WithdrawalRow): Promise<void> => {
  await noteAsked(deps.db, row.id, deps.clock.now());
  const said = await checkPayout(deps, { ...row, since: row.requested_at });
  const found = said === 'unknown' && isOver(row, deps.clock.now()) ? 'unseen' : said;
  if (found === 'unknown' || found === 'away') return;
  await inTransaction(deps.db, async (trx) => {
    const isNew = await noteChain(trx, row.id, found);
    if (!isNew || found === 'right') return;
    const { email = '' } = (await findOwner(trx, row.user_id)) ?? {};
    await notifyChain(trx, deps, { email, amount: row.amount, found });
  });
};

/** Looks payouts up on their chains whose transactions staff have said. One that fails stops no other. */
export const checkPayouts = job({
  name: 'withdrawals.check-payouts',
  input: NoInput,
  maxAttempts: 1,
  cron: '* * * * *',
  places: 'provider',
  key: () => 'all',
  run: async (deps) => {
    for (const row of await listUnchecked(deps.db, AT_ONCE))
      await check(deps, row).catch((fault: unknown) =>
        createFaultLog(deps)(fault, { call: `job withdrawals.check-payouts ${row.id}`, requestId: '' }),
      );
  },
});

/** Jobs of this room. */
export const withdrawalsJobs = [checkPayouts];
