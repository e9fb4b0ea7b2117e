import { createRegistry, type LivingProviders } from './instances/registry.ts';
import { testProviders } from './test-provider.ts';
import { createUsdtProvider } from './usdt/provider.ts';

export { learnAccounts } from './instances/accounts.ts';
export { listInstanceNames as payInstanceNames } from './instances/instance-store.ts';
export { countDeliveries, listDeliveries, type ListedDelivery } from './delivery-store.ts';
export { paymentsJobs } from './jobs.ts';
export { createPayNotifyRoute } from './notify.ts';
export { createPayTurnedAway } from './turned-away.ts';
export { findStaffTrade } from './find-trade.ts';
export { createTestPayRoute } from './test-page.ts';
export { lagSeconds as usdtLagSeconds } from './usdt/places.ts';
export { startUsdtWatch } from './usdt/watcher.ts';
export { checkEndpoints } from './usdt/check-endpoint.ts';
export { findMissing } from './usdt/missing.ts';
export { canCheckPayout, checkPayout } from './usdt/payout.ts';
export { USDT_INSTANCE } from './usdt/provider.ts';
export { isUsdtCompared } from './usdt/list-day.ts';
export { takeOverlooked } from './usdt/take-overlooked.ts';
export { addressProblem, endpointsProblem } from './usdt/address-problem.ts';

/** The payment providers of this installation. */
export const createPayments = (
  deps: Parameters<typeof createRegistry>[0] & Parameters<typeof createUsdtProvider>[0],
): Promise<LivingProviders> =>
  createRegistry(deps, {
    chosen: [createUsdtProvider(deps)],
    otherwise: deps.env.TEST_PAYMENTS ? testProviders : new Map(),
  });
