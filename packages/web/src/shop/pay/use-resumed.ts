import type { Output } from '@skyport/contract/call';
import { ordersCalls } from '@skyport/contract/orders';
import { useEffect } from 'react';
import { useCall } from '../../api/index.ts';
import { isMobile } from '../../device/platform.ts';
import { POLL_MS } from './pay-rules.ts';

/** The newest trade of an order, with where it is paid. */
export type NewestTrade = NonNullable<Output<typeof ordersCalls.newestTrade>['trade']>;

/**
 * Reads the newest trade of an order for its window; undefined asks nothing. `onKnown` has to end that, and gets no
 * trade when there is none or it cannot be read.
 */
export const useResumed = (orderId: string | undefined, onKnown: (trade: NewestTrade | undefined) => void): void => {
  const isAsked = orderId !== undefined;
  const { data, isFetchedAfterMount, isError } = useCall(
    ordersCalls.newestTrade,
    { order_id: orderId ?? '', isMobile: isMobile() },
    { enabled: isAsked, silent: true, refetchEvery: POLL_MS },
  );
  const isKnown = isAsked && (isError || isFetchedAfterMount);
  const trade = data?.trade ?? undefined;
  useEffect(() => {
    if (isKnown) onKnown(trade);
  }, [isKnown, trade, onKnown]);
};
