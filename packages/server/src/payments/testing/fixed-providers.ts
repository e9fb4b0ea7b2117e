import type { PayMode } from '@skyport/contract/orders';
import type { PaymentProvider, PaymentProviders } from '../../platform/payment-providers.ts';

/** The providers of tests: these serve these ways to pay, and are all that is known. */
export const createProviders = (serving: ReadonlyMap<PayMode, PaymentProvider>): PaymentProviders => {
  const known = new Map([...serving.values()].map((provider) => [provider.instance, provider]));
  return {
    modes: () => [...serving.keys()],
    // None of them knows networks: a purchase that names one would be another trade each time.
    serving: (mode, network) => (network === '' ? serving.get(mode) : undefined),
    known: (instance) => known.get(instance),
    labelOf: (instance) => known.get(instance)?.label ?? instance,
    sharing: (instance) => [instance],
    choiceProblem: () => undefined,
    hold: async () => ({ choiceProblem: () => undefined }),
    refresh: async () => undefined,
  };
};
