import type { PayMode } from '@skyport/contract/orders';
import type { PaymentProvider, PaymentProviders } from '../platform/payment-providers.ts';

/** Names for people of what is no provider. */
const OWN = { balance: '余额', manual: '人工收款' } as const;

const isOwn = (instance: string): instance is keyof typeof OWN => Object.hasOwn(OWN, instance);

/** A provider for payments in USDT, which serves them while the settings say so. */
interface UsdtProvider {
  readonly provider: PaymentProvider;
  isOn(): boolean;
}

/** The providers that serve these ways to pay, of all that are known. */
export const createProviders = (
  serving: ReadonlyMap<PayMode, PaymentProvider>,
  usdt?: UsdtProvider,
): PaymentProviders => {
  const all = [...serving.values(), ...(usdt ? [usdt.provider] : [])];
  const known = new Map(all.map((provider) => [provider.instance, provider]));
  const servingUsdt = (): PaymentProvider | undefined => (usdt?.isOn() ? usdt.provider : undefined);
  return {
    modes: () => [...new Set<PayMode>([...serving.keys(), ...(servingUsdt() ? (['usdt'] as const) : [])])],
    serving: (mode, network) => {
      const provider = (mode === 'usdt' && servingUsdt()) || serving.get(mode);
      // One that knows no networks would make another trade of each.
      return network === '' || provider?.networks ? provider : undefined;
    },
    known: (instance) => known.get(instance),
    labelOf: (instance) => (isOwn(instance) ? OWN[instance] : (known.get(instance)?.label ?? instance)),
  };
};
