import { networks, type NetworkName } from './networks.ts';

/*
 * Money in USDT. What customers are asked is whole thousandths of a USDT; what a chain moves is base units of its
 * contract, in `bigint`, because 18 decimals fit no number.
 */

/** How many amounts one price has: its own and 99 above it, by which its payments are told apart. */
export const AMOUNTS_A_PRICE = 100;

/** Decimals of a rate in whole numbers. */
const RATE_UNIT = 10_000;

/** Thousandths of a USDT for milli-yuan, rounded up, at a rate in yuan a USDT with 4 decimals. */
export const usdtOf = (milliYuan: number, rate: number): number => {
  const divisor = BigInt(Math.round(rate * RATE_UNIT));
  if (divisor <= 0n) throw new RangeError(`no rate: ${rate}`);
  return Number((BigInt(milliYuan) * BigInt(RATE_UNIT) + divisor - 1n) / divisor);
};

const unitsAMilli = (network: NetworkName): bigint => 10n ** BigInt(networks[network].decimals - 3);

/** Base units of a chain's contract for thousandths of a USDT. */
export const unitsOf = (network: NetworkName, milli: number): bigint => BigInt(milli) * unitsAMilli(network);

/** Whether a chain can have moved so much: there will never be 10^12 USDT. */
export const isPossible = (network: NetworkName, units: bigint): boolean => units < unitsOf(network, 10 ** 15);

/** Whole thousandths of a USDT in base units, and whether there is nothing beside them. */
export const milliOf = (network: NetworkName, units: bigint): { readonly milli: number; readonly exact: boolean } => {
  const unit = unitsAMilli(network);
  if (!isPossible(network, units)) throw new RangeError('more USDT than there are');
  return { milli: Number(units / unit), exact: units % unit === 0n };
};

/** What is known of one amount at an address: whether it is taken, else since when it is free. */
export interface AmountUse {
  /** Thousandths of a USDT. */
  readonly milli: number;
  /** When the last one who had it ended; undefined while it is taken. */
  readonly freeSince: Date | undefined;
}

/**
 * The amount for one more payment of a price: one that nobody ever had, the price itself first and else any of them, so
 * that nobody learns from it how much is sold; then the one that is free for longest. Undefined when all are taken.
 * `below(n)` gives a whole number from 0 to n − 1.
 */
export const chooseAmount = (
  price: number,
  uses: readonly AmountUse[],
  below: (n: number) => number,
): number | undefined => {
  const had = new Map(uses.map((use) => [use.milli, use.freeSince]));
  const all = Array.from({ length: AMOUNTS_A_PRICE }, (_, i) => price + i);
  const unused = all.filter((milli) => !had.has(milli));
  if (unused.length > 0) return unused[0] === price ? price : unused[below(unused.length)];
  const free = all.flatMap((milli) => {
    const since = had.get(milli);
    return since === undefined ? [] : [{ milli, since: since.getTime() }];
  });
  return free.toSorted((a, b) => a.since - b.since)[0]?.milli;
};
