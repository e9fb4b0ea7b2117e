import { GIB, MIB } from '@skyport/contract/units';
import { chargeAccount, isPaused, leavesRecord, saturated, type ChargedAccount } from './billing-rules.ts';
import type { BillingRepository } from './billing-repository.ts';
import type { AccountCharge } from './charge-store.ts';
import { isEntitled } from './rules.ts';
import { joined, scaleBillable, usersOf, type UserSum } from './scaled-use.ts';
import type { UsageColumns } from './usage-store.ts';
import type { BillingOutcome, UseBatch } from './use-batch.ts';

/**
 * Bills a batch: raw and billed use, balances, trials and records. Users who cannot be charged stop nobody else's rows.
 * `billReport` does this in the panel's database; a simulator has a repository of its own.
 */
export const billInto = async (repository: BillingRepository, batch: UseBatch): Promise<BillingOutcome> => {
  const reported = joined(batch.rows);
  const accounts = await repository.readBilled(usersOf(reported));
  const { usage, sums, unbillable } = scaleBillable(reported, accounts, batch);
  const total = sums.reduce((sum, { free, billed }) => saturated(sum + free + billed), 0);
  const charges = chargeAll(sums, batch);
  const lost = whoLost(charges, batch);
  const { nodeId, day, now: at } = batch;
  const columns = { ...usage, charged: chargedColumns(sums, charges) };
  if (usage.users.length > 0) await repository.addUsage({ nodeId, day, at }, columns);
  await repository.writeCharges({ day, at }, charges);
  return { billed: total, ...lost, unbillable };
};

/** What accounts were charged, of permanent traffic and of the day's quota; public use is neither. */
const chargedColumns = (sums: readonly UserSum[], charges: readonly AccountCharge[]): UsageColumns['charged'] => {
  const [users, spent, quota, trial]: [number[], number[], number[], number[]] = [[], [], [], []];
  charges.forEach(({ before, charge }, index) => {
    const fromQuota = charge.exempt - (sums[index]?.free ?? 0);
    if (charge.spent + fromQuota === 0) return;
    users.push(before.userNum);
    spent.push(charge.spent);
    quota.push(fromQuota);
    trial.push(before.trialLeft - charge.account.trialLeft);
  });
  return { users, spent, quota, trial };
};

/** Who lost the use of lines by these charges, and who of them only for the rest of the hour. */
const whoLost = (charges: readonly AccountCharge[], { now, today }: UseBatch) => {
  const [ranOut, paused]: [number[], number[]] = [[], []];
  for (const { before, charge } of charges) {
    const entitled = isEntitled(charge.account, now, today);
    if (entitled && !pausedNow(charge.account, now)) continue;
    if (!isEntitled(before, now, today) || pausedNow(before, now)) continue;
    ranOut.push(before.userNum);
    if (entitled) paused.push(before.userNum);
  }
  return { ranOut, paused };
};

const pausedNow = ({ hourly }: ChargedAccount, now: Date): boolean => hourly !== undefined && isPaused(hourly, now);

const chargeAll = (sums: readonly UserSum[], { day, at, settings }: UseBatch): AccountCharge[] => {
  const rules = {
    minimum: settings.minestTrafficSpend * MIB,
    hourLimit: settings.vip_traffic_thred_rate_limit * GIB,
  };
  return sums.map(({ before, remainders, free, billed }) => {
    const charge = chargeAccount(before, { free, billed, day, at }, rules);
    const recordDay = leavesRecord(charge) && before.recordDay < day ? day : before.recordDay;
    // The account is a new one that nobody else has: a second copy of ten thousand would cost more than charging them.
    Object.assign(charge.account, { remainders, recordDay });
    return { before, charge };
  });
};
