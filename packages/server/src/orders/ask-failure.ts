import type { PayFailure } from '@skyport/contract/pay-health';
import { OutgoingFault } from '../platform/outgoing.ts';
import { PaymentFault } from '../platform/payment-providers.ts';

/** What it means for a payment that nobody outside has answered; addresses that may not be asked are set up wrongly. */
const OUTSIDE = {
  slow: 'timeout',
  large: 'invalid',
  certificate: 'unreachable',
  unreachable: 'unreachable',
  insecure: 'other',
  private: 'other',
} as const satisfies Record<OutgoingFault['code'], PayFailure>;

/** Why a provider did not begin a payment, by what asking it has thrown. */
export const failureOf = (fault: unknown): PayFailure => {
  if (fault instanceof PaymentFault) return fault.reason;
  return fault instanceof OutgoingFault ? OUTSIDE[fault.code] : 'other';
};
