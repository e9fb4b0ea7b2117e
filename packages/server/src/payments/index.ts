import type { Env } from '../platform/env.ts';
import type { PaymentProviders } from '../platform/payment-providers.ts';
import { createProviders } from './providers.ts';
import { testProviders } from './test-provider.ts';

export { paymentsJobs } from './jobs.ts';
export { createPayNotifyRoute } from './notify.ts';
export { createTestPayRoute } from './test-page.ts';

/** The payment providers of this installation. */
export const providersOf = ({ TEST_PAYMENTS }: Pick<Env, 'TEST_PAYMENTS'>): PaymentProviders =>
  createProviders(TEST_PAYMENTS ? testProviders : new Map());
