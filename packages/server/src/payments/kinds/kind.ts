import type { PayFieldName } from '@skyport/contract/pay-kind';
import type { Clock } from '../../platform/clock.ts';
import type { Outgoing } from '../../platform/outgoing.ts';
import type { PaymentProvider } from '../../platform/payment-providers.ts';

/** An instance with its secrets decrypted. */
export interface DecryptedInstance {
  readonly name: string;
  readonly label: string;
  /** Template of what is paid for; empty for the kind's default text. */
  readonly subject: string;
  /** Values of the kind's fields; what is missing is an empty text. */
  readonly values: Readonly<Record<PayFieldName, string>>;
}

/** What a provider of any kind works with; both addresses are whole, without a query, and read when they are used. */
export interface KindParts {
  readonly clock: Clock;
  readonly http: Outgoing;
  readonly notifyUrl: string;
  readonly returnUrl: string;
}

/** How instances of one kind become providers. */
export interface InstanceKind {
  make(instance: DecryptedInstance, parts: KindParts): PaymentProvider;
  /** The account at the provider that an instance takes money for; undefined while its fields name none. */
  account(instance: DecryptedInstance): string | undefined;
  /** What an instance lacks to be used, as a Chinese sentence; undefined when nothing. Asks nobody. */
  lacks(instance: DecryptedInstance, parts: KindParts): string | undefined;
}
