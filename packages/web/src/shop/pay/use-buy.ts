import { codes } from '@skyport/contract/codes';
import { ordersCalls, type PayMode, type Trade, type WalletCheck } from '@skyport/contract/orders';
import type { UsdtNetwork } from '@skyport/contract/usdt-networks';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { NETWORK_FAILURE, readAgain, useChange } from '../../api/index.ts';
import { isMobile } from '../../device/platform.ts';
import { buyRefused, feeOf } from './pay-rules.ts';

/** A purchase under way or at rest. */
export interface Buy {
  readonly busy: boolean;
  /** Buys by this way what was computed; the amount that was shown goes along, and no other is paid. */
  readonly run: (check: WalletCheck, mode: PayMode, network?: UsdtNetwork) => void;
}

interface Heard {
  /** Hears of the trade that began, or of one that the wallet has paid. */
  readonly onTrade: (trade: Trade, mode: PayMode) => void;
  /** Hears that a way to pay is not available now. */
  readonly onUnavailable?: (mode: PayMode) => void;
}

/** Pays orders. After a refusal the order is computed again, so that whoever pays sees what it costs now. */
export const useBuy = ({ onTrade, onUnavailable }: Heard): Buy => {
  const client = useQueryClient();
  const asked = useRef<PayMode>(undefined);
  const buy = useChange(ordersCalls.doBuy, {
    invalidates: [ordersCalls.orderList],
    failed: buyRefused,
    onFailed: ({ code }) => {
      if (code === codes.paymentUnavailable.code && asked.current) onUnavailable?.(asked.current);
      if (code !== NETWORK_FAILURE) void readAgain(client, [ordersCalls.walletCheck]);
    },
  });
  const run = async ({ order, payable, fees }: WalletCheck, mode: PayMode, network?: UsdtNetwork): Promise<void> => {
    asked.current = mode;
    const trade = await buy.run({
      order_id: order._id,
      pay_mode: mode,
      isMobile: isMobile(),
      return_url: `${window.location.origin}/#/order`,
      ...(mode === 'usdt' && network && { network }),
      shown: payable,
      shown_fee: feeOf(fees, mode),
    });
    if (trade) onTrade(trade, mode);
  };
  return { busy: buy.busy, run: (check, mode, network) => void run(check, mode, network) };
};
