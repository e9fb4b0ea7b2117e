import type { PayInstance } from '@skyport/contract/pay-instances';
import type { Actor } from '../actor.ts';
import type { AlipayGateway } from './gateway.ts';

/** What an operator copies from Alipay's pages into the form of an instance. */
export const copiedFromAlipay = ({ url, merchant }: AlipayGateway) => ({ gateway: url, ...merchant });

/** Makes an instance of Alipay and switches it on, as an operator would; gives it as staff see it. */
export const openAlipayTill = async (
  { payments }: Actor,
  gateway: AlipayGateway,
  terms: {
    readonly kind: 'alipay_f2f' | 'alipay_page' | 'alipay_wap';
    readonly label: string;
    readonly fee_percent?: number;
  },
): Promise<PayInstance> => {
  const made = await payments.makeInstance({ ...copiedFromAlipay(gateway), ...terms });
  return payments.switchInstance({ _id: made._id, version: made.version, on: true });
};
