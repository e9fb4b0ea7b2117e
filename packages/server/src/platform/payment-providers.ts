import type { PayMode } from '@skyport/contract/orders';

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
}

/** Where the customer pays: an address to go to, the content of a QR code, or an app's link. */
export interface PaymentAnswer {
  readonly payurl?: string;
  readonly qrcode?: string;
  readonly urlscheme?: string;
  /** Until when it can be paid, where the provider says so. */
  readonly expiresAt?: Date;
}

/** Somebody who takes money for us. */
export interface PaymentProvider {
  /** Its name in trades and in the ledger (`clearing:…`): lower-case letters, digits and underscores. */
  readonly instance: string;
  /** Its name for people. */
  readonly label: string;
  /** Begins a payment. Whoever asks bounds it by the signal; a throw means that nothing can be paid. */
  ask(request: PaymentRequest, signal: AbortSignal): Promise<PaymentAnswer>;
  /** Ends a payment that was begun: it can be paid no more. May be told so twice, or of one it does not know. */
  close?(tradeNumber: string, signal: AbortSignal): Promise<void>;
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
}
