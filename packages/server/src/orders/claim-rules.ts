import { isOpenOrder, type OrderState } from '@skyport/contract/order-states';

/** What money for an order meets. Milli-yuan. */
export interface Met {
  readonly status: OrderState;
  /** Whether the buyer is by now the customer of an agency, which has no wallet. */
  readonly isAgencyUser: boolean;
  /** What the order still owes beside the wallet's share. */
  readonly owes: number;
}

/** Where money goes: to the order, with what is above it in the wallet; to the wallet; or to nobody yet. */
export type Verdict =
  | { readonly outcome: 'paid'; readonly reason: ''; readonly surplus: number }
  | { readonly outcome: 'credited'; readonly reason: 'late' | 'double' | 'short'; readonly surplus: 0 }
  | { readonly outcome: 'unclaimed'; readonly reason: 'agency'; readonly surplus: 0 };

const credited = (reason: 'late' | 'double' | 'short'): Verdict => ({ outcome: 'credited', reason, surplus: 0 });

/**
 * Where an amount goes that arrived for an order. An order that is open is paid however late the money comes; money
 * that cannot pay one is its buyer's.
 */
export const decideClaim = (amount: number, { status, isAgencyUser, owes }: Met): Verdict => {
  if (isAgencyUser) return { outcome: 'unclaimed', reason: 'agency', surplus: 0 };
  if (!isOpenOrder(status)) return credited(status === 'paied' ? 'double' : 'late');
  if (amount < owes) return credited('short');
  return { outcome: 'paid', reason: '', surplus: amount - owes };
};

/** Why money is for no trade: it names none of ours, one of another instance, or is in another currency. */
export type StrayReason = 'unknown' | 'instance' | 'currency';

/** What a claim and the trade that it names are compared by. */
interface Compared {
  readonly instance: string;
  /** What it is asked or was charged in. */
  readonly currency: string;
}

/** Why a claim is not for the trade that it names; undefined when it is. What it pays is decided by its amount. */
export const strayReason = ({ instance, currency }: Compared, trade: Compared | undefined): StrayReason | undefined => {
  if (!trade) return 'unknown';
  if (trade.instance !== instance) return 'instance';
  return trade.currency === currency ? undefined : 'currency';
};

/** Blanks, hyphens of every kind, and signs that nobody sees. */
const SILENT = /[\s\p{Pd}\p{Cf}]/gu;

/** A transaction of a chain, which is written with 0x or without. */
const HEX_SIGN = /^0X(?=[0-9A-F]{64}(?:\/|$))/;

/**
 * What a number of money is told apart by: neither the case of its letters nor how it is divided makes another. Numbers
 * of other signs alone are what they are.
 */
export const referenceKey = (reference: string): string =>
  reference.normalize('NFKC').replaceAll(SILENT, '').toUpperCase().replace(HEX_SIGN, '') || reference;

/** Money as somebody names it: who has it, and the number that it has there. */
export interface NamedMoney {
  readonly instance: string;
  readonly reference: string;
}

/** What postings of money are named by, behind their verb. Money of before has a colon and its number there. */
export const ledgerName = ({ instance, reference }: NamedMoney): string => `/${instance}/${reference}`;

/** What is known of money by a number. */
interface KnownMoney {
  readonly source: string;
  /** Who has it. */
  readonly holder: string | null;
  readonly joined_at: Date | null;
}

/**
 * Known money with the number of a claim: the claim's own, settled before, or a receipt of staff that no claim has
 * joined yet. The same number at another account is other money.
 */
export const meetingOf = <Known extends KnownMoney>(
  sharing: readonly string[],
  known: readonly Known[],
): { readonly itself?: Known; readonly receipt?: Known } => {
  const itself = known.find(({ holder }) => holder !== null && sharing.includes(holder));
  const receipt = known.find(({ source, joined_at }) => source === 'receipt' && joined_at === null);
  return { ...(itself && { itself }), ...(receipt && { receipt }) };
};
