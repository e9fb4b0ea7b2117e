import type { PayMode } from '@skyport/contract/orders';
import type { PaymentProvider, PaymentProviders } from '../platform/payment-providers.ts';

/** Names for people of what is no provider. */
const OWN = { balance: '余额', manual: '人工收款' } as const;

const isOwn = (instance: string): instance is keyof typeof OWN => Object.hasOwn(OWN, instance);

/** The providers that serve these ways to pay, of all that are known. */
export const createProviders = (serving: ReadonlyMap<PayMode, PaymentProvider>): PaymentProviders => {
  const known = new Map([...serving.values()].map((provider) => [provider.instance, provider]));
  return {
    modes: () => [...serving.keys()],
    // None of them knows networks: a purchase that names one would be another trade each time.
    serving: (mode, network) => (network === '' ? serving.get(mode) : undefined),
    known: (instance) => known.get(instance),
    labelOf: (instance) => (isOwn(instance) ? OWN[instance] : (known.get(instance)?.label ?? instance)),
  };
};
