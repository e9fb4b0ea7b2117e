import { bytes, type Bytes } from '@skyport/contract/units';
import type { Db } from '@skyport/db';
import { dayOf } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { readLockedBilled } from './billed-account-store.ts';
import { chargeAccount, type ChargingRules } from './billing-rules.ts';
import { writeCharges } from './charge-store.ts';
import { postUse } from './posting.ts';
import { lockAccount, takeableTraffic } from './store.ts';

/** What waited is charged however little it is, and pauses nobody: it was counted in its hour when it was used. */
const AT_ONCE: ChargingRules = { minimum: 0, hourLimit: 0 };

/**
 * Locks an account, charges the use that waits for the minimum, and brings the ledger up to date with what was used.
 * Gives the bytes of permanent traffic that the account can give away now: trial traffic is none of them. Always before
 * traffic of an account is given away, and before any ledger account is locked.
 */
export const settleUse = async (
  trx: Db,
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  userNum: number,
): Promise<Bytes> => {
  await lockAccount(trx, userNum);
  const at = clock.now();
  const before = await readLockedBilled(trx, userNum);
  if (!before) return bytes(0);
  if (before.pending > 0) {
    const day = dayOf(at, settings.current().timezone);
    const charge = chargeAccount(before, { free: 0, billed: 0, day, at }, AT_ONCE);
    await writeCharges(trx, { day, at }, [{ before, charge }]);
  }
  await postUse(trx, { userNums: [userNum] }, at);
  return bytes(await takeableTraffic(trx, userNum));
};
