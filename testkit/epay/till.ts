import type { PayInstance } from '@skyport/contract/pay-instances';
import type { Actor } from '../actor.ts';
import type { GatewayOrder } from './books.ts';
import type { EpayGateway } from './gateway.ts';

/** What an operator copies from a gateway's pages into the form of an instance of version 1 or 2. */
export const copiedFrom = ({ url, merchant }: EpayGateway, version: 1 | 2) => {
  const { pid, key, signKeyMode, privateKey, platformKey } = merchant;
  const common = { gateway: url, pid };
  return version === 1 ? { ...common, signKeyMode, key } : { ...common, privateKey, platformKey };
};

/** Makes an instance of a gateway and switches it on, as an operator would; gives it as staff see it. */
export const openTill = async (
  { payments }: Actor,
  gateway: EpayGateway,
  { version, ...terms }: { readonly version: 1 | 2; readonly label: string; readonly fee_percent?: number },
): Promise<PayInstance> => {
  const made = await payments.makeInstance({
    kind: version === 1 ? 'epay_v1' : 'epay_v2',
    ...copiedFrom(gateway, version),
    ...terms,
  });
  return payments.switchInstance({ _id: made._id, version: made.version, on: true });
};

/** The order that was begun last at a gateway. Throws when there is none. */
export const newestAt = ({ books }: EpayGateway): GatewayOrder => {
  const newest = [...books.orders.values()].at(-1);
  if (!newest) throw new Error('nothing was begun at the gateway');
  return newest;
};
