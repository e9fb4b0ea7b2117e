import type { Db } from '@skyport/db';
import type { PaymentProvider, Reservation, ReserveRequest } from '../platform/payment-providers.ts';
import { refuse } from '../platform/refuse.ts';
import { texts } from './texts.ts';

/**
 * What a provider reserves for a trade, before anything of the purchase is done; undefined for one that is asked
 * afterwards. Refuses `paymentUnavailable` when nothing is left to reserve, with nothing changed.
 */
export const reserve = async (
  trx: Db,
  provider: PaymentProvider,
  request: ReserveRequest,
): Promise<Reservation | undefined> => {
  const reserved = await provider.reserve?.(trx, request);
  return typeof reserved === 'string' ? refuse('paymentUnavailable', texts.notReserved[reserved]) : reserved;
};
