import type { Db } from '@skyport/db';
import type { Stored } from '../../orders/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockWaiting } from './deposit-store.ts';
import { storeFound } from './found-store.ts';
import { handOver, type Deposit, type Takers } from './hand-over.ts';
import { findDepositId, isStoredSince, lockOverlooked, type OverlookedRow } from './overlooked-store.ts';
import type { Found } from './reading.ts';
import { storeDeposit } from './takers.ts';

const foundOf = ({ txid, sender, units, ...row }: OverlookedRow): Found => ({
  txid,
  logIndex: row.log_index,
  block: row.block_number,
  blockHash: row.block_hash,
  time: row.block_time,
  sender,
  units: BigInt(units),
});

/**
 * Makes a transfer that the watcher has overlooked a deposit, and hands it over as the watcher would have: for the
 * trade whose slot it fits, or as nobody's. `known` when the watcher has done so meanwhile, or nothing was overlooked
 * by this name; `contradicts` when other money is known by it, and the caller's transaction must not be committed.
 */
export const takeOverlooked = async (trx: Db, deps: Deps, reference: string): Promise<Stored['outcome']> => {
  const now = deps.clock.now();
  const overlooked = await lockOverlooked(trx, reference);
  if (!overlooked || (await isStoredSince(trx, overlooked))) return 'known';
  const { network, address } = overlooked;
  await storeFound(trx, { id: deps.ids.next(), network, address, found: foundOf(overlooked), at: now });
  const id = await findDepositId(trx, overlooked);
  const row = id === undefined ? undefined : await lockWaiting(trx, id);
  if (!row) return 'known';
  let outcome: Stored['outcome'] = 'known';
  const store = async (own: Db, deposit: Deposit, tradeNumber: string): Promise<void> => {
    outcome = await storeDeposit(own, deps, { ...deposit, tradeNumber });
  };
  const takers: Takers = {
    claim: (own, claim) => store(own, claim, claim.tradeNumber),
    unclaimed: (own, deposit) => store(own, deposit, ''),
  };
  await handOver(trx, { row, takers, now, crash: deps.crash, named: reference });
  return outcome;
};
