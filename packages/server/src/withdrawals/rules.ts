import { evmAddress } from '@skyport/contract/chain-addresses';
import type { AddressType, WalletParts } from '@skyport/contract/withdrawals';
import type { WalletSplit } from '../wallet/index.ts';
import { DAY_MS } from '../platform/clock.ts';
import { texts } from './texts.ts';

/** A network on which is paid out. */
export type PayoutNetwork = 'erc20' | 'trc20';

/** For how long nothing is withdrawn after a payout address was changed, in ms. */
export const ADDRESS_REST_MS = DAY_MS;
/** Decimals of a rate in whole numbers. */
export const RATE_UNIT = 10_000;

const networkOf: Readonly<Record<AddressType, PayoutNetwork>> = { 'USDT-ERC20': 'erc20', 'USDT-TRC20': 'trc20' };
const typeOf: Readonly<Record<PayoutNetwork, AddressType>> = { erc20: 'USDT-ERC20', trc20: 'USDT-TRC20' };

/** What a network is called on the wire. */
export const addressTypeOf = (network: string): AddressType => typeOf[network as PayoutNetwork];

/** Where an account is paid out. */
export interface Payout {
  readonly network: PayoutNetwork;
  readonly address: string;
}

/** A payout address, which was checked before, in its one spelling. */
export const payoutOf = ({ addressType, address }: { addressType: AddressType; address: string }): Payout => {
  const network = networkOf[addressType];
  return { network, address: network === 'erc20' ? (evmAddress(address) ?? address) : address };
};

/** Ten-thousandths of a yuan for a USDT, from the setting. */
export const rateOf = (exchangeRate: number): number => Math.max(1, Math.round(exchangeRate * RATE_UNIT));

/** Thousandths of a USDT that milli-yuan are worth, rounded down. */
export const usdtFor = (milliYuan: number, rate: number): number =>
  Number((BigInt(milliYuan) * BigInt(RATE_UNIT)) / BigInt(rate));

/** The rebate of one order, in milli-yuan, as far as it was not taken back. */
export interface Rebate {
  readonly orderId: string;
  readonly amount: number;
  readonly at: Date;
  /** Staff look into the order. */
  readonly flagged: boolean;
}

/** What of a wallet can be withdrawn and why not the rest, in milli-yuan. */
export interface Parts extends Record<Exclude<keyof WalletParts, 'waiting_until' | 'withdrawing' | 'money'>, number> {
  /** When the next rebate has waited long enough; undefined when none waits. */
  readonly nextAt: Date | undefined;
}

/** The end of the wait of whatever came before this instant. */
export const restedUntil = (now: Date, holdDays: number): Date => new Date(now.getTime() - holdDays * DAY_MS);

const total = (rebates: readonly Rebate[]): number => rebates.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Splits a wallet: other money is never withdrawn, rebates are, but for those that still wait or whose orders are
 * looked into. What was spent of rebates was spent of those that are ready.
 */
export const partsOf = (
  { other, rebate }: WalletSplit,
  rebates: readonly Rebate[],
  { now, holdDays }: { readonly now: Date; readonly holdDays: number },
): Parts => {
  const rested = restedUntil(now, holdDays);
  const waits = rebates.filter(({ flagged, at }) => !flagged && at > rested);
  const looked = total(rebates.filter(({ flagged }) => flagged));
  const flagged = Math.min(looked, rebate);
  const waiting = Math.min(total(waits), rebate - flagged);
  const first = waits.map(({ at }) => at.getTime()).toSorted((a, b) => a - b)[0];
  return {
    withdrawable: rebate - flagged - waiting,
    other,
    waiting,
    flagged,
    nextAt: waiting > 0 && first !== undefined ? new Date(first + holdDays * DAY_MS) : undefined,
  };
};

/** When a changed address may be paid to; undefined when it may by now. */
export const restOf = (changedAt: Date, now: Date): Date | undefined => {
  const until = new Date(changedAt.getTime() + ADDRESS_REST_MS);
  return until > now ? until : undefined;
};

/** What a withdrawal is asked with. Money in milli-yuan. */
export interface Asking {
  readonly withdrawable: number;
  readonly least: number;
  readonly usdt: number;
  readonly hasOpen: boolean;
  /** Undefined while no address was set. */
  readonly changedAt: Date | undefined;
  readonly now: Date;
  readonly timezone: string;
}

/** Why a withdrawal is refused, in Chinese; undefined when it is not. */
export const refusalOf = (asking: Asking): string | undefined => {
  const { withdrawable, least, usdt, hasOpen, changedAt, now, timezone } = asking;
  if (!changedAt) return texts.noAddress;
  if (hasOpen) return texts.isOpen;
  const until = restOf(changedAt, now);
  if (until) return texts.addressRests(until, timezone);
  if (withdrawable < least) return texts.tooLittle(least);
  return withdrawable === 0 || usdt === 0 ? texts.nothing : undefined;
};

/** The id of a transaction as its network writes it; undefined when it is none. */
export const txidOf = (network: PayoutNetwork, text: string): string | undefined => {
  const hex = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1]?.toLowerCase();
  return hex && (network === 'erc20' ? `0x${hex}` : hex);
};
