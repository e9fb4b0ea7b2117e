import { createHash } from 'node:crypto';
import type { Charge, Quote } from '../../platform/payment-providers.ts';

/** An account at Stripe. */
export interface StripeConfig {
  /** Name of the instance in trades and in the ledger. */
  readonly instance: string;
  readonly label: string;
  /** Our secret key, `sk_…` or a restricted one, `rk_…`. */
  readonly key: string;
  /** The secret by which events are signed, `whsec_…`. */
  readonly webhookKey: string;
  /** What the account prices in. */
  readonly currency: string;
  /** Yuan for one of it, as it was typed; empty where it prices in yuan. */
  readonly rate: string;
  /** Base URL of a simulated Stripe; empty for Stripe itself. */
  readonly gateway: string;
  /** What is paid for, `{id}` being a short number of the trade; empty for our default text. */
  readonly subject: string;
}

/** Currencies that both ways to pay take, with the decimals in which Stripe counts them. */
const DECIMALS: Readonly<Record<string, number>> = {
  CNY: 2,
  USD: 2,
  EUR: 2,
  HKD: 2,
  JPY: 0,
  SGD: 2,
  AUD: 2,
  CAD: 2,
};

/** Whether an account can price in a currency. */
export const isCurrency = (currency: string): boolean => Object.hasOwn(DECIMALS, currency);

const RATE = /^(\d{1,6})(?:\.(\d{1,6}))?$/;

/** Millionths of a yuan of a rate as it was typed; undefined for none. */
export const rateOf = (text: string): number | undefined => {
  const [, whole, part = ''] = RATE.exec(text.trim()) ?? [];
  return whole === undefined ? undefined : Number(whole) * 1e6 + Number(part.padEnd(6, '0')) || undefined;
};

/** Milli-yuan in a yuan times millionths, of which rates are. */
const UNIT = 1000n;
const FEN = 10;

/** What an amount in milli-yuan is in a currency at a rate: never less, in the smallest unit of the currency. */
export const quoteAt = (amount: number, { currency, rate }: Omit<Quote, 'minor'>): Quote => {
  const scale = 10n ** BigInt(DECIMALS[currency] ?? 2);
  const [above, below] = [BigInt(amount) * 1_000_000n * scale, UNIT * BigInt(rate)];
  return { currency, rate, minor: Number((above + below - 1n) / below) };
};

/** Milli-yuan that a charge is worth at a rate, rounded down to the fen, one fen at least. */
export const worthAt = ({ currency, minor }: Charge, rate: number): number => {
  const scale = 10n ** BigInt(DECIMALS[currency] ?? 2);
  const fen = (BigInt(minor) * BigInt(rate) * 100n) / (scale * 1_000_000n);
  return Number(fen > 0n ? fen : 1n) * FEN;
};

/** Yuan are worth themselves. */
export const YUAN_RATE = 1_000_000;

/** Millionths of a yuan for one of the account's currency; undefined while nobody has said it. */
export const rateOfAccount = ({ currency, rate }: StripeConfig): number | undefined =>
  currency === 'CNY' ? YUAN_RATE : rateOf(rate);

/** Whether a key moves real money. */
export const isLiveKey = ({ key }: Pick<StripeConfig, 'key'>): boolean => /^(?:sk|rk)_live_/.test(key.trim());

const ACCOUNT_IN_KEY = /^(?:sk|rk)_(live|test)_5\d([A-Za-z0-9]{14})/;

/**
 * What tells the account of a key apart. Newer keys hold the account's own id, which is public; of others a digest
 * serves, so that one key counts as one account. Empty without a key.
 */
export const accountOfKey = ({ key }: Pick<StripeConfig, 'key'>): string => {
  const typed = key.trim();
  const [, mode, id] = ACCOUNT_IN_KEY.exec(typed) ?? [];
  if (id !== undefined) return `${mode}_${id}`;
  return typed === '' ? '' : createHash('sha256').update(`stripe account ${typed}`).digest('hex').slice(0, 32);
};
