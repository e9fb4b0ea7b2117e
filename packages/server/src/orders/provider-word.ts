import type { PaymentProvider, ProviderWord } from '../platform/payment-providers.ts';
import type { BegunTrade } from './own-money-store.ts';

/**
 * What a provider says of a trade within so many ms, also one that heeds no signal: `silent` when nothing came, and
 * when asking it has failed or is not possible.
 */
export const wordInTime = async (
  provider: PaymentProvider,
  { number, ...begun }: BegunTrade,
  patienceMs: number,
): Promise<ProviderWord> => {
  const signal = AbortSignal.timeout(patienceMs);
  const over = new Promise<ProviderWord>((resolve) => {
    signal.addEventListener('abort', () => resolve('silent'));
  });
  try {
    return provider.query ? await Promise.race([provider.query(number, signal, begun), over]) : 'silent';
  } catch {
    return 'silent';
  }
};
