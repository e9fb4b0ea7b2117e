import type { Db } from '@skyport/db';
import { readBilled, type BilledAccount } from './billed-account-store.ts';
import { writeCharges, type AccountCharge, type Charging } from './charge-store.ts';
import { addUsage, type ReportName, type UsageColumns } from './usage-store.ts';

/** What billing reads and writes inside a transaction, and nothing that it decides. */
export interface BillingRepository {
  /** The accounts of these users, perhaps among others. Users without an account are missing. */
  readBilled(userNums: readonly number[]): Promise<ReadonlyMap<number, BilledAccount>>;
  addUsage(report: ReportName, usage: UsageColumns): Promise<void>;
  /** Accounts that were read before may stand at what was charged afterwards, and must be read again. */
  writeCharges(charging: Charging, charges: readonly AccountCharge[]): Promise<void>;
}

/** The repository of the panel's database. */
export const billingRepository = (trx: Db): BillingRepository => ({
  readBilled: (nums) => readBilled(trx, nums),
  addUsage: (report, usage) => addUsage(trx, report, usage),
  writeCharges: (charging, charges) => writeCharges(trx, charging, charges),
});
