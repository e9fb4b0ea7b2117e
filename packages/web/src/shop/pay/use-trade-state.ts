import type { Output } from '@skyport/contract/call';
import { ordersCalls } from '@skyport/contract/orders';
import { useEffect } from 'react';
import { useCall } from '../../api/index.ts';
import { POLL_MS } from './pay-rules.ts';

/** What is known of a trade while it waits for its money. */
export interface TradeState {
  /** Whether it was closed, or its order cancelled. */
  readonly isClosed: boolean;
  /** Yuan that came for it, could not pay its order, and went to the wallet. */
  readonly credited: number;
}

/** What a trade has given that is paid, and what came above its price. */
export type PaidTrade = Output<typeof ordersCalls.tradeStatus>;

/**
 * Asks every 3 s whether a trade is paid, not while the page is hidden, and at once when it is seen again: a customer
 * who comes back from an app, or by the history, has paid there. A look that fails is followed by the next one.
 * Undefined asks nothing.
 */
export const useTradeState = (tradeId: string | undefined, onPaid: (trade: PaidTrade) => void): TradeState => {
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
    const places: readonly (readonly [EventTarget, string])[] = [
      [document, 'visibilitychange'],
      [window, 'pageshow'],
    ];
    for (const [place, event] of places) place.addEventListener(event, look);
    return () => {
      for (const [place, event] of places) place.removeEventListener(event, look);
    };
  }, [isAsked, refetch]);
  return { isClosed: state?.status === 'cancled', credited: state?.credited ?? 0 };
};
