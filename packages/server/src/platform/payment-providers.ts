import type { PayMode } from '@skyport/contract/orders';
import type { PayFailure } from '@skyport/contract/pay-health';
import type { UsdtNetwork } from '@skyport/contract/usdt-networks';
import type { Db } from '@skyport/db';
import type { LedgerUnit } from '@skyport/db/ledger-rules';

/** Currencies in which money arrives. */
export const currencies = ['CNY', 'USDT'] as const;
export type Currency = (typeof currencies)[number];

/** The ledger's unit of a thousandth of each. */
export const unitOf = { CNY: 'CNY_MILLI', USDT: 'USDT_MILLI' } as const satisfies Record<Currency, LedgerUnit>;

/** Money in a currency that a provider prices in, whatever that is. */
export interface Charge {
  /** Three capitals of ISO 4217. */
  readonly currency: string;
  /** In the smallest unit of the currency. */
  readonly minor: number;
}

/** What a trade is asked where it is not priced in yuan. */
export interface Quote extends Charge {
  /** Millionths of a yuan for one of the currency. */
  readonly rate: number;
}

/** A payment as it was begun at its provider. */
export interface Begun {
  /** The provider's own number of it; empty where it gave none, or its answer was lost. */
  readonly providerNo: string;
  /** Milli-yuan that were asked. */
  readonly amount: number;
}

/** What a provider is asked: to let a customer pay one trade. */
export interface PaymentRequest {
  /** 32 characters. */
  readonly tradeNumber: string;
  readonly mode: PayMode;
  /** Chain of a payment in USDT. */
  readonly network: string;
  /** Milli-yuan, whole fen. */
  readonly amount: number;
  /** What the amount is in the provider's currency, where it quotes. */
  readonly charge?: Charge;
  readonly device: 'pc' | 'mobile';
  /** Until when it can be paid. */
  readonly expiresAt: Date;
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

/** Where the customer pays: an address to go to, the text of a QR code or its picture, or an app's link. */
export interface PaymentAnswer {
  readonly payurl?: string;
  readonly qrcode?: string;
  readonly urlscheme?: string;
  /** Until when it can be paid, where the provider says so. */
  readonly expiresAt?: Date;
  /** Until when the link or code opens, where that is before the end of the payment. */
  readonly opensUntil?: Date;
  /** The provider's own number of what was begun, by which it can be asked about it. At most 128 characters. */
  readonly providerNo?: string;
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

/** Too many payments of an account or network are open, all amounts of a price are taken, or no chain is watched. */
export type NotReserved = 'limit' | 'shortage' | 'closed';

/** A notification as it came, nothing of it believed yet. */
export interface RawNotification {
  readonly method: 'GET' | 'POST';
  /** What stands behind the question mark, as it was sent. */
  readonly query: string;
  readonly contentType: string;
  /** Every header by its name in small letters; of one that came twice, what Node makes of both. */
  readonly headers: Readonly<Record<string, string>>;
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
  /** What was charged, where that is in another currency: the amount is what the provider thinks that is worth. */
  readonly charge?: Charge;
  /** When it was paid, where the provider says so. */
  readonly paidAt?: Date;
  /** The provider said only that the trade is paid: amount and currency are those of the trade. */
  readonly isStateOnly?: true;
}

/** What a provider says of money that went back to its payer, or that its payer disputes; its signature was checked. */
export interface TakenBack {
  readonly reason: 'refund' | 'dispute';
  /** The provider's own number of the refund or the dispute; together with the instance it names it. */
  readonly reference: string;
  /** Our account at the provider, as the provider names it. */
  readonly merchant: string;
  /** 32 characters, as in the request. */
  readonly tradeNumber: string;
  /** The provider's own number of the payment; empty where it does not say. */
  readonly payment: string;
  /** In thousandths of the currency. */
  readonly amount: number;
  /** What went back, where that is in another currency: the amount is what the provider thinks that is worth. */
  readonly charge?: Charge;
  /** Whether the amount is all that was taken back of the payment so far, in the place of this time's share. */
  readonly isTotal: boolean;
  readonly currency: Currency;
  /** When it happened, where the provider says so. */
  readonly at?: Date;
}

/** Money that was paid was taken back: it settles nothing, its order is flagged, and staff decide what follows. */
export interface ToldTakenBack {
  readonly kind: 'takenBack';
  readonly takenBack: TakenBack;
}

/** What became of reading a notification whose signature is right. */
export type Notified =
  | {
      readonly kind: 'claim';
      readonly claim: ProviderClaim;
      /** The signature is weak: the claim counts only when the provider, asked by us, says the same. */
      readonly mustAsk: boolean;
    }
  | ToldTakenBack
  /** Nothing that is money: an unpaid order that ended, a test by the provider. `why` is for the delivery log. */
  | { readonly kind: 'ignored'; readonly why: string };

/** A notification that is not believed; the message is for the delivery log and holds nothing of what was sent. */
export class BadNotification extends Error {}

/**
 * What a provider that is asked for a trade answers. `unknown`: it spoke, and nothing follows from that; never that the
 * trade is unpaid. `silent`: it did not speak, or something else did in its place.
 */
export type ProviderWord = ProviderClaim | ToldTakenBack | 'unpaid' | 'closed' | 'unknown' | 'silent';

/** How a provider wants to be told that its notification arrived, or that it was not taken. */
export interface Acknowledgement {
  readonly contentType: string;
  readonly body: string;
}

/** A payment, a refund or a dispute in a provider's own list. */
export interface ListedMoney {
  readonly kind: 'paid' | 'refunded' | 'disputed';
  /** The provider's own number of the payment; of a refund or a dispute, of that. */
  readonly reference: string;
  /** Our number of the trade, as the provider has it; other shops' have another form. Empty where it knows none. */
  readonly tradeNumber: string;
  /** In thousandths of the currency; of a refund, what went back. */
  readonly amount: number;
  /** What it was charged in, which need not be one in which money arrives here. */
  readonly currency: string;
  /** When it happened, where the list says so. */
  readonly at?: Date;
}

/** How long the list of a day may take, in ms, and whether it has what came within LIST_EDGE_MS before the day too. */
export interface Listing {
  readonly patienceMs: number;
  readonly hasEdge: boolean;
}

/** A list that is there and is not as it should be. The message is for operators and holds nothing of what was sent. */
export class ListFault extends Error {}

/** On what terms an instance lets a customer pay. */
export interface PaymentTerms {
  /** Added to what is to be paid: parts per million of it, and milli-yuan beside that. */
  readonly feePpm: number;
  readonly feeFixed: number;
  /** For how long a trade can be paid, in ms. */
  readonly windowMs: number;
}

/** A payment that its provider did not begin, and why. The message holds nothing of what was sent. */
export class PaymentFault extends Error {
  readonly reason: PayFailure;

  constructor(reason: PayFailure, message: string) {
    super(message);
    this.reason = reason;
  }
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
  /** What it asks for an amount in milli-yuan, where it prices in another currency. Copied onto the trade. */
  quote?(amount: number): Quote;
  /** Begins a payment until the signal ends. Throws when nothing can be paid; a PaymentFault says why. */
  ask(request: PaymentRequest, signal: AbortSignal): Promise<PaymentAnswer>;
  /** Ends a payment that was begun: it can be paid no more. May be told so twice, or of one it does not know. */
  close?(tradeNumber: string, signal: AbortSignal, begun?: Begun): Promise<void>;
  /** Our account at the provider; a claim of another one is refused. Absent where nothing is notified. */
  readonly merchant?: string;
  /** Checks and reads a notification. Throws BadNotification for one that is not believed. */
  readNotification?(raw: RawNotification): Notified;
  /** What is answered once a notification is stored. */
  readonly acknowledgement?: Acknowledgement;
  /** What is answered to one that is not taken. It holds nothing that the provider looks for in an acknowledgement. */
  readonly refusal?: Acknowledgement;
  /** Asks what became of a trade. A throw means the same as `silent`. */
  query?(tradeNumber: string, signal: AbortSignal, begun?: Begun): Promise<ProviderWord>;
  /**
   * The provider's own list of what was paid to us and went back on a day of its own time (`2026-11-21`, UTC+8 unless
   * it says otherwise); `notYet` while it has not written it, `none` where it writes none of that day. A throw means
   * that the list cannot be had now.
   */
  listOf?(day: string, signal: AbortSignal): Promise<readonly ListedMoney[] | 'notYet' | 'none'>;
  /** Without it a list may take a minute, and has its day alone: that of the day before is asked for as well. */
  readonly listing?: Listing;
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
  /** Every instance of the account that an instance takes money for, itself among them, oldest first. */
  sharing(instance: string): readonly string[];
  /** Why an instance cannot be chosen for a way to pay, in Chinese; undefined when it can. */
  choiceProblem(mode: PayMode, instance: string): string | undefined;
  /** Keeps the instances as they are until a transaction ends, and answers of them as they are then. */
  hold(trx: Db): Promise<Pick<PaymentProviders, 'choiceProblem'>>;
  /** Has this process know at once what was changed: otherwise it takes half a second. */
  refresh(): Promise<void>;
}
