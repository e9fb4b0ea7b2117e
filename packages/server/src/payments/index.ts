import type { Deps } from '../platform/deps.ts';
import type { PaymentProviders } from '../platform/payment-providers.ts';
import { createProviders } from './providers.ts';
import { testProviders } from './test-provider.ts';
import { createUsdtProvider, USDT_INSTANCE } from './usdt/provider.ts';

export { listDeliveries, type DeliveryRow } from './delivery-store.ts';
export { paymentsJobs } from './jobs.ts';
export { createPayNotifyRoute } from './notify.ts';
export { createTestPayRoute } from './test-page.ts';
export { lagSeconds as usdtLagSeconds } from './usdt/places.ts';
export { startUsdtWatch } from './usdt/watcher.ts';
export { addressProblem } from './usdt/address-problem.ts';

/** The payment providers of this installation. */
export const providersOf = (
  deps: Pick<Deps, 'clock' | 'db' | 'env' | 'ids' | 'random' | 'settings'>,
): PaymentProviders =>
  createProviders(deps.env.TEST_PAYMENTS ? testProviders : new Map(), {
    provider: createUsdtProvider(deps),
    isOn: () => deps.settings.current().usdt === USDT_INSTANCE,
  });
