import type { PayMode } from '@skyport/contract/orders';
import type { PaymentProvider } from '../platform/payment-providers.ts';

/** Ways to pay that the test provider serves. */
const MODES: readonly PayMode[] = ['alipay', 'wxpay', 'usdt'];

/** Takes no money: tests and the demo pay by saying so. Served only where the environment says TEST_PAYMENTS=1. */
export const testProvider: PaymentProvider = {
  instance: 'test',
  label: '测试通道',
  ask: async ({ tradeNumber, device }) => {
    const address = `/pay/test/${tradeNumber}`;
    return device === 'mobile' ? { payurl: address } : { qrcode: address };
  },
};

/** The test provider, for every way to pay that it serves. */
export const testProviders: ReadonlyMap<PayMode, PaymentProvider> = new Map(MODES.map((mode) => [mode, testProvider]));
