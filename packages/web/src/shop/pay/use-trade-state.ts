import { ordersCalls } from '@skyport/contract/orders';
import { useEffect } from 'react';
import { useCall } from '../../api/index.ts';
import { type Gift, POLL_MS } from './pay-rules.ts';

/**
 * Asks every 3 s whether a trade is paid, not while the page is hidden, and at once when it is seen again: whoever
 * comes back from an app has paid there. A look that fails is followed by the next one. Undefined asks nothing. Says
 * whether the trade was closed.
 */
export const useTradeState = (tradeId: string | undefined, onPaid: (gift: Gift) => void): boolean => {
  const isAsked = tradeId !== undefined;
  const { data, isPlaceholderData, refetch } = useCall(
    ordersCalls.tradeStatus,
    { trade_id: tradeId ?? '' },
    { enabled: isAsked, refetchEvery: POLL_MS, silent: true },
  );
  const state = isAsked && !isPlaceholderData ? data : undefined;
  useEffect(() => {
    if (state?.status === 'paied') onPaid(state);
  }, [state, onPaid]);
  useEffect(() => {
    if (!isAsked) return undefined;
    const look = (): void => {
      if (document.visibilityState === 'visible') void refetch();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isAsked, refetch]);
  return state?.status === 'cancled';
};
