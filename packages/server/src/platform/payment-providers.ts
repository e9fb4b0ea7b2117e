import type { PayMode } from '@skyport/contract/orders';
import type { UsdtNetwork } from '@skyport/contract/usdt-networks';
import type { Db } from '@skyport/db';
import type { LedgerUnit } from '@skyport/db/ledger-rules';

/** Currencies in which money arrives. */
export const currencies = ['CNY', 'USDT'] as const;
export type Currency = (typeof currencies)[number];

/** The ledger's unit of a thousandth of each. */
export const unitOf = { CNY: 'CNY_MILLI', USDT: 'USDT_MILLI' } as const satisfies Record<Currency, LedgerUnit>;

/** What a provider is asked: to let a customer pay one trade. */
export interface PaymentRequest {
  /** 32 characters. */
  readonly tradeNumber: string;
  readonly mode: PayMode;
  /** Chain of a payment in USDT. */
  readonly network: string;
  /** Milli-yuan, whole fen. */
  readonly amount: number;
  readonly device: 'pc' | 'mobile';
  /** The customer's address: gateways count by it. Without it a customer is sent to a gateway's own page. */
  readonly clientAddress?: string;
  /** Host of the console at which the customer buys: a customer comes back to where the session is. */
  readonly host?: string;
  /** Where the provider tells us of the payment. Without it, the address that the instance was made with. */
  readonly notifyUrl?: string;
  /** Where the provider sends the customer back to. Without it, the address that the instance was made with. */
  readonly returnUrl?: string;
  /** What is paid for, never a text of the customer's. Without it, what the instance's template makes of the trade. */
  readonly subject?: string;
}

/** Where the customer pays: an address to go to, the content of a QR code, or an app's link. */
export interface PaymentAnswer {
  readonly payurl?: string;
  readonly qrcode?: string;
  readonly urlscheme?: string;
  /** Until when it can be paid, where the provider says so. */
  readonly expiresAt?: Date;
}

/** What a payment in USDT is reserved for, in the transaction that makes its trade. */
export interface ReserveRequest {
  readonly tradeId: string;
  readonly orderId: string;
  readonly userId: string;
  /** Address that the customer asks from. */
  readonly clientAddress: string;
  /** Chain that the customer has chosen; empty for the usual one. */
  readonly network: string;
  /** Milli-yuan. */
  readonly amount: number;
}

/** What was reserved: who pays exactly this can be told by it. Thousandths of a USDT. */
export interface Reservation {
  readonly network: UsdtNetwork;
  readonly address: string;
  /** What has to come. */
  readonly asked: number;
  /** Of it, what the trade is worth: the rest makes the amount unique. */
  readonly price: number;
  /** Ten-thousandths of a yuan for a USDT. */
  readonly rate: number;
  readonly expiresAt: Date;
}

/**
 * Why nothing was reserved: too many payments of an account or network are open, every amount of the price is taken, or
 * nobody watches the chain now.
 */
export type NotReserved = 'limit' | 'shortage' | 'closed';

/** A notification as it came, nothing of it believed yet. */
export interface RawNotification {
  readonly method: 'GET' | 'POST';
  /** What stands behind the question mark, as it was sent. */
  readonly query: string;
  readonly contentType: string;
  readonly body: Buffer;
}

/** What a provider says of money, once its signature was checked. It is a claim: whether it pays is decided later. */
export interface ProviderClaim {
  /** The provider's own number of the payment. */
  readonly reference: string;
  /** Our account at the provider, as the provider names it. */
  readonly merchant: string;
  /** 32 characters, as in the request. */
  readonly tradeNumber: string;
  /** In thousandths of the currency. */
  readonly amount: number;
  readonly currency: Currency;
  /** When it was paid, where the provider says so. */
  readonly paidAt?: Date;
}

/** What became of reading a notification whose signature is right. */
export type Notified =
  | {
      readonly kind: 'claim';
      readonly claim: ProviderClaim;
      /** The signature is weak: the claim counts only when the provider, asked by us, says the same. */
      readonly mustAsk: boolean;
    }
  /** Nothing that is money: an unpaid order that ended, a probe. `why` is for the delivery log. */
  | { readonly kind: 'ignored'; readonly why: string };

/** A notification that is not believed; the message is for the delivery log and holds nothing of what was sent. */
export class BadNotification extends Error {}

/**
 * What a provider that is asked for a trade answers. `unknown`: it spoke, and nothing follows from that; never that the
 * trade is unpaid. `silent`: it did not speak, or something else did in its place.
 */
export type ProviderWord = ProviderClaim | 'unpaid' | 'closed' | 'unknown' | 'silent';

/** How a provider wants to be told that its notification arrived. */
export interface Acknowledgement {
  readonly contentType: string;
  readonly body: string;
}

/** On what terms an instance lets a customer pay. */
export interface PaymentTerms {
  /** Added to what is to be paid: parts per million of it, and milli-yuan beside that. */
  readonly feePpm: number;
  readonly feeFixed: number;
  /** For how long a trade can be paid, in ms. */
  readonly windowMs: number;
}

/** Somebody who takes money for us. */
export interface PaymentProvider {
  /** Its name in trades and in the ledger (`clearing:…`): lower-case letters, digits and underscores. */
  readonly instance: string;
  /** Its name for people. */
  readonly label: string;
  /** Without them nothing is added, and a trade can be paid for two hours. */
  readonly terms?: PaymentTerms;
  /** Whether it can be paid in this way now. Without it: in every way for which it is chosen, on no network. */
  serves?(mode: PayMode, network: string): boolean;
  /**
   * Reserves an amount in USDT, in the transaction that makes the trade and before anything else of it is done; the
   * account's row is locked exclusively. A provider that has it is not asked besides.
   */
  reserve?(trx: Db, request: ReserveRequest): Promise<Reservation | NotReserved>;
  /** Chains on which it can be paid now, the usual one first; with none of them the provider is not offered. */
  networks?(db: Db): Promise<readonly UsdtNetwork[]>;
  /** Begins a payment. Whoever asks bounds it by the signal; a throw means that nothing can be paid. */
  ask(request: PaymentRequest, signal: AbortSignal): Promise<PaymentAnswer>;
  /** Ends a payment that was begun: it can be paid no more. May be told so twice, or of one it does not know. */
  close?(tradeNumber: string, signal: AbortSignal): Promise<void>;
  /** Our account at the provider; a claim of another one is refused. Absent where nothing is notified. */
  readonly merchant?: string;
  /** Checks and reads a notification. Throws BadNotification for one that is not believed. */
  readNotification?(raw: RawNotification): Notified;
  /** What is answered once a notification is stored. */
  readonly acknowledgement?: Acknowledgement;
  /** Asks what became of a trade. A throw means the same as `silent`. */
  query?(tradeNumber: string, signal: AbortSignal): Promise<ProviderWord>;
  /**
   * Up to when everything was read that came on a network, and handed over as claims, where money is watched and nobody
   * can be asked: an order that ended before and has no claim is unpaid. Undefined while nothing was read.
   */
  readUpTo?(network: string): Promise<Date | undefined>;
  /** Whether the instance is set up as the provider wants it: a Chinese sentence of what is wrong, else undefined. */
  test?(signal: AbortSignal): Promise<string | undefined>;
}

/** The providers of this installation. */
export interface PaymentProviders {
  /** Ways to pay that are open now. */
  modes(): readonly PayMode[];
  /** Who serves a way to pay now, if anybody does. */
  serving(mode: PayMode, network: string): PaymentProvider | undefined;
  /** The provider of an instance, whether it still serves or not. */
  known(instance: string): PaymentProvider | undefined;
  /** The name for people of an instance, whether it still serves or not. */
  labelOf(instance: string): string;
  /** Why an instance cannot be chosen for a way to pay, in Chinese; undefined when it can. */
  choiceProblem(mode: PayMode, instance: string): string | undefined;
  /** Has this process know at once what was changed: otherwise it takes half a second. */
  refresh(): Promise<void>;
}
