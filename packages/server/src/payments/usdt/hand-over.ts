import { type Db, inTransaction } from '@skyport/db';
import type { Deps } from '../../platform/deps.ts';
import { milliOf } from './amounts.ts';
import {
  type DepositRow,
  listFitting,
  listWaiting,
  lockWaiting,
  markDust,
  markHanded,
  type Place,
  referenceOf,
} from './deposit-store.ts';
import type { NetworkName } from './networks.ts';
import { takes } from './slot-rules.ts';
import { consumeSlot, endSlots, listSlots, type SlotRow } from './slot-store.ts';

/** Money that came on a chain, in a block that stays. */
export interface Deposit {
  /** Names the money among all payments. */
  readonly reference: string;
  readonly network: NetworkName;
  /** Our address: the account at the chain. */
  readonly merchant: string;
  readonly sender: string;
  /** Whole thousandths of a USDT, rounded down. */
  readonly amount: number;
  readonly currency: 'USDT';
  /** Time of its block. */
  readonly paidAt: Date;
}

/** Money that belongs to a trade: exactly what that trade asked. Whether it pays is decided by whoever settles. */
export interface UsdtClaim extends Deposit {
  /** 32 characters. */
  readonly tradeNumber: string;
  /** What the trade asked beside what makes its amount unique, in thousandths of a USDT. */
  readonly price: number;
  /** The trade's rate, in ten-thousandths of a yuan for a USDT. */
  readonly rate: number;
}

/** Money that belongs to no trade. */
export interface UnclaimedDeposit extends Deposit {
  /** Exactly what came, in base units of the chain's contract. */
  readonly units: bigint;
}

/** Where money goes, in the transaction that notes that it went there: nothing is handed over twice or forgotten. */
export interface Takers {
  claim(trx: Db, claim: UsdtClaim): Promise<void>;
  unclaimed(trx: Db, deposit: UnclaimedDeposit): Promise<void>;
}

/** Transfers that are handed over at one look. */
const MOST_HANDED = 200;

const slotFor = async (trx: Db, row: DepositRow, milli: number): Promise<SlotRow | undefined> => {
  await endSlots(trx, row.address);
  const fitting = (await listSlots(trx, row.address, milli)).filter((slot) => takes(slot, row.block_time));
  if (fitting.length > 1) throw new Error(`deposit ${row.id} fits ${fitting.length} slots`);
  return fitting[0];
};

/** A deposit to be handed over, and who takes it. */
interface Handing {
  /** Locked, and not handed over yet. */
  readonly row: DepositRow;
  readonly takers: Takers;
  readonly now: Date;
  readonly crash: Deps['crash'];
  /** What it is named, where it has a name already. */
  readonly named?: string;
}

/** Hands a deposit over to whoever takes it, and writes what became of it. */
export const handOver = async (trx: Db, { row, takers, now, crash, named }: Handing): Promise<void> => {
  crash.at('deposit.locked');
  const units = BigInt(row.units);
  const { milli, exact } = milliOf(row.network, units);
  if (milli === 0) return markHanded(trx, row.id, { outcome: 'dust', reference: null, slot_id: null, handed_at: now });
  const slot = exact ? await slotFor(trx, row, milli) : undefined;
  const reference = named ?? (await referenceOf(trx, row));
  const outcome = slot ? 'claimed' : 'unclaimed';
  await markHanded(trx, row.id, { outcome, reference, slot_id: slot?.id ?? null, handed_at: now });
  crash.at('deposit.noted');
  const { network, address: merchant, sender, block_time: paidAt } = row;
  const deposit: Deposit = { reference, network, merchant, sender, amount: milli, currency: 'USDT', paidAt };
  if (!slot) return takers.unclaimed(trx, { ...deposit, units });
  await consumeSlot(trx, slot.id, now);
  const tradeNumber = slot.trade_id.replaceAll('-', '');
  return takers.claim(trx, { ...deposit, tradeNumber, price: slot.price, rate: slot.rate });
};

/** What handing over needs of the world. */
type HandingDeps = Pick<Deps, 'db' | 'clock' | 'crash'>;

/** Hands these transfers over, each in a transaction of its own. Gives how many, and what went wrong. */
const handOverEach = async (
  { db, clock, crash }: HandingDeps,
  ids: readonly string[],
  takers: Takers,
): Promise<{ readonly handed: number; readonly faults: readonly unknown[] }> => {
  let handed = 0;
  const faults: unknown[] = [];
  for (const id of ids) {
    const work = inTransaction(db, async (trx) => {
      const row = await lockWaiting(trx, id);
      if (row) await handOver(trx, { row, takers, now: clock.now(), crash });
      crash.at('deposit.before-commit');
      return row !== undefined;
    });
    // One that cannot be handed over does not hold up the others.
    const isHanded = await work.catch((fault: unknown) => faults.push(fault) < 0);
    if (isHanded) handed += 1;
    crash.at('deposit.after-commit');
  }
  return { handed, faults };
};

/**
 * Hands over the deposits of an address: first those that fit a trade's amount, then all dust by one statement, then
 * the others. Returns their number; throws the first fault after all were tried.
 */
export const handOverAll = async (deps: HandingDeps, place: Place, takers: Takers): Promise<number> => {
  const { db, clock } = deps;
  const fitting = await handOverEach(deps, await listFitting(db, place, MOST_HANDED), takers);
  const dust = await markDust(db, place, clock.now());
  const others = await handOverEach(deps, await listWaiting(db, place, MOST_HANDED), takers);
  const [fault] = [...fitting.faults, ...others.faults];
  if (fault !== undefined) throw fault;
  return fitting.handed + dust + others.handed;
};
