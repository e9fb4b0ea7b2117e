import { MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import { currencies, type Charge, type Currency, type ProviderClaim } from '../platform/payment-providers.ts';

/** Pauses between tries of what has not worked yet, in ms; the last one from then on. */
export const PAUSES_MS: readonly number[] = [
  10 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
];

/** When the next try is due after so many of them. */
export const nextTry = (now: Date, attempts: number): Date =>
  new Date(now.getTime() + PAUSES_MS[Math.min(attempts, PAUSES_MS.length - 1)]!);

/** Texts that a row can hold: of at most so many characters, none of which is a control character. */
const isText = (text: unknown, [least, most]: readonly [number, number]): boolean =>
  typeof text === 'string' && text.length >= least && text.length <= most && !/\p{Cc}/u.test(text);

const isCharge = ({ currency, minor }: Charge): boolean =>
  /^[A-Z]{3}$/.test(currency) && Number.isSafeInteger(minor) && minor > 0;

/** What a provider says of money, as far as it has to fit into a row. */
type SaidOfMoney = Pick<ProviderClaim, 'reference' | 'merchant' | 'tradeNumber' | 'amount' | 'currency' | 'charge'>;

/** Whether a claim can be stored at all; one that cannot is refused, and never acknowledged. */
export const isStorable = ({ reference, merchant, tradeNumber, amount, currency, charge }: SaidOfMoney): boolean =>
  isText(reference, [1, 128]) &&
  reference.trim() !== '' &&
  isText(merchant, [0, 128]) &&
  isText(tradeNumber, [0, 64]) &&
  Number.isSafeInteger(amount) &&
  amount > 0 &&
  currencies.includes(currency) &&
  (charge === undefined || isCharge(charge));

/** When money was paid: as the provider says, unless that is no time, or one to come. */
export const paidAtOf = ({ paidAt }: Pick<ProviderClaim, 'paidAt'>, now: Date): Date =>
  paidAt && paidAt <= now && paidAt.getTime() > 0 ? paidAt : now;

const NUMBER = /^[0-9a-f]{8}([0-9a-f]{4}){3}[0-9a-f]{12}$/;

/** The id behind a trade number as we gave it out; undefined for any other text. */
export const tradeIdOf = (number: string): string | undefined =>
  NUMBER.test(number) ? number.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : undefined;

/** What two words about money of one reference are compared by. */
interface Said {
  readonly instance: string;
  readonly merchant: string;
  readonly trade_number: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly charge_currency: string | null;
  readonly charge_minor: number | null;
}

/** Whether two claims say the same of money. */
export const saysTheSame = (a: Said, b: Said): boolean =>
  a.instance === b.instance &&
  a.merchant === b.merchant &&
  a.trade_number === b.trade_number &&
  a.amount === b.amount &&
  a.currency === b.currency &&
  a.charge_currency === b.charge_currency &&
  a.charge_minor === b.charge_minor;
