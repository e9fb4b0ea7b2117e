import type { LedgerEntry, LedgerUnit, SystemAccountKind } from '@skyport/db/ledger-rules';
import { unitOf, type Charge, type Currency } from '../platform/payment-providers.ts';
import { accountEntry, systemEntry } from './ledger-entries.ts';
import { quoteOf, type TradeRow, type UsdtPrice } from './trade-store.ts';

/** What money is worth to an order, in milli-yuan. */
export interface Worth {
  /** What it pays of an order. */
  readonly pays: number;
  /** What the buyer gets for it in the wallet when it pays none. */
  readonly credit: number;
  /** Thousandths of a USDT in it that only made the asked amount unique, when it pays. */
  readonly addOn: number;
}

/** Ten-thousandths of a yuan, and milli-yuan of a fen. */
const [RATE_UNIT, FEN] = [10_000n, 10n];

/** Milli-yuan of thousandths of a USDT, rounded down to the fen. */
const inYuan = (amount: number, rate: number): number =>
  Number(((BigInt(amount) * BigInt(rate)) / RATE_UNIT / FEN) * FEN);

/** Money that arrived, in thousandths of its currency. */
interface Money {
  readonly amount: number;
  readonly currency?: Currency;
  /** Milli-yuan that staff say it is worth. */
  readonly yuan?: number;
}

/** What a trade is asked: milli-yuan, and USDT where it is asked in them. */
interface Asked {
  readonly amount: number;
  readonly usdt: UsdtPrice | undefined;
}

/**
 * What money is worth for a trade. USDT count at the trade's own rate: the asked amount is worth what the trade asks in
 * yuan, more than that the rest beside it, and less is worth what it is.
 */
export const worthOf = ({ amount, currency = 'CNY', yuan }: Money, asked: Asked): Worth => {
  if (yuan !== undefined) return { pays: yuan, credit: yuan, addOn: 0 };
  if (currency === 'CNY') return { pays: amount, credit: amount, addOn: 0 };
  if (!asked.usdt) throw new Error('money in USDT for a trade that has no rate');
  const { rate, price } = asked.usdt;
  const credit = inYuan(amount, rate);
  const over = amount - asked.usdt.asked;
  if (over < 0) return { pays: credit, credit, addOn: 0 };
  return { pays: asked.amount + inYuan(over, rate), credit, addOn: asked.usdt.asked - price };
};

/**
 * Milli-yuan that a charge is worth for a trade that is asked in its currency: what the trade asks for exactly what it
 * is quoted, else by the conversion of the trade, rounded down to the fen but one at least. Undefined for a trade that
 * is not.
 */
export const worthOfCharge = ({ currency, minor }: Charge, trade: TradeRow): number | undefined => {
  const quote = quoteOf(trade);
  if (quote?.currency !== currency) return undefined;
  if (minor === quote.minor) return trade.amount;
  const fen = (BigInt(trade.amount) * BigInt(minor)) / BigInt(quote.minor) / FEN;
  return Number((fen > 0n ? fen : 1n) * FEN);
};

/** Money on its way into the books. */
interface Coming extends Pick<Money, 'amount' | 'currency'> {
  /** Where it lies until then. */
  readonly from: SystemAccountKind;
  /** Milli-yuan that it becomes here. */
  readonly yuan: number;
  readonly addOn: number;
}

const entryIn = (unit: LedgerUnit, kind: SystemAccountKind, amount: number): LedgerEntry => ({
  ...systemEntry(kind, amount),
  unit,
});

/** Ledger entries that take money from where it came: what they leave open are these milli-yuan. USDT are exchanged. */
export const comingIn = ({ from, amount, currency = 'CNY', yuan, addOn }: Coming): readonly LedgerEntry[] => {
  const unit = unitOf[currency];
  if (currency === 'CNY') return [entryIn(unit, from, -amount)];
  return [
    entryIn(unit, from, -amount),
    entryIn(unit, 'exchange', amount - addOn),
    entryIn(unit, 'rounding', addOn),
    systemEntry('exchange', -yuan),
  ];
};

/** Ledger entries of money that stays nobody's in its own currency. */
export const keptUnclaimed = ({ from, amount, currency = 'CNY' }: Omit<Coming, 'yuan' | 'addOn'>): LedgerEntry[] => [
  entryIn(unitOf[currency], from, -amount),
  entryIn(unitOf[currency], 'unclaimed', amount),
];

/** Ledger entry of a buyer's wallet. */
export const walletEntry = (owner: number, amount: number): LedgerEntry =>
  accountEntry({ owner, kind: 'wallet' }, amount);
