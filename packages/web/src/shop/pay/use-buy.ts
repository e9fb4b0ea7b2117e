import { ordersCalls, type PayMode, type Trade, type WalletCheck } from '@skyport/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { NETWORK_FAILURE, readAgain, useChange } from '../../api/index.ts';
import { isMobile } from '../../device/platform.ts';
import { buyRefused } from './pay-rules.ts';

/** A purchase under way or at rest. */
export interface Buy {
  readonly busy: boolean;
  /** Buys by this way what was computed; the amount that was shown goes along, and no other is paid. */
  readonly run: (check: WalletCheck, mode: PayMode) => void;
}

/**
 * Pays orders. After a refusal the order is computed again, so that whoever pays sees what it costs now. `onTrade`
 * hears of the trade that began, or of one that the wallet has paid.
 */
export const useBuy = (onTrade: (trade: Trade, mode: PayMode) => void): Buy => {
  const client = useQueryClient();
  const buy = useChange(ordersCalls.doBuy, {
    invalidates: [ordersCalls.orderList],
    failed: buyRefused,
    onFailed: ({ code }) => {
      if (code !== NETWORK_FAILURE) void readAgain(client, [ordersCalls.walletCheck]);
    },
  });
  const run = async ({ order, payable }: WalletCheck, mode: PayMode): Promise<void> => {
    const trade = await buy.run({
      order_id: order._id,
      pay_mode: mode,
      isMobile: isMobile(),
      return_url: `${window.location.origin}/#/order`,
      shown: payable,
    });
    if (trade) onTrade(trade, mode);
  };
  return { busy: buy.busy, run: (check, mode) => void run(check, mode) };
};
