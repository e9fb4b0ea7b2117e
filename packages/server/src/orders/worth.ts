import type { LedgerLine, LedgerUnit, SystemAccountKind } from '@skyport/db/ledger-rules';
import { unitOf, type Currency } from '../platform/payment-providers.ts';
import { accountLine, systemLine } from './posting-lines.ts';
import type { UsdtPrice } from './trade-store.ts';

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

/** Money on its way into the books. */
interface Coming extends Pick<Money, 'amount' | 'currency'> {
  /** Where it lies until then. */
  readonly from: SystemAccountKind;
  /** Milli-yuan that it becomes here. */
  readonly yuan: number;
  readonly addOn: number;
}

const lineIn = (unit: LedgerUnit, kind: SystemAccountKind, amount: number): LedgerLine => ({
  ...systemLine(kind, amount),
  unit,
});

/** Lines that take money from where it came: what they leave open are these milli-yuan. USDT are exchanged. */
export const comingIn = ({ from, amount, currency = 'CNY', yuan, addOn }: Coming): readonly LedgerLine[] => {
  const unit = unitOf[currency];
  if (currency === 'CNY') return [lineIn(unit, from, -amount)];
  return [
    lineIn(unit, from, -amount),
    lineIn(unit, 'exchange', amount - addOn),
    lineIn(unit, 'rounding', addOn),
    systemLine('exchange', -yuan),
  ];
};

/** Lines of money that stays nobody's in its own currency. */
export const keptUnclaimed = ({ from, amount, currency = 'CNY' }: Omit<Coming, 'yuan' | 'addOn'>): LedgerLine[] => [
  lineIn(unitOf[currency], from, -amount),
  lineIn(unitOf[currency], 'unclaimed', amount),
];

/** Line of a buyer's wallet. */
export const walletLine = (owner: number, amount: number): LedgerLine => accountLine({ owner, kind: 'wallet' }, amount);
