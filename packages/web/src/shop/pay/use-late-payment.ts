import { isOpenOrder } from '@skyport/contract/order-states';
import { type Order, ordersCalls } from '@skyport/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readAgain, useCall } from '../../api/index.ts';
import { CHANGED, LATE_MS } from './pay-rules.ts';

/**
 * Watches an order whose window was closed while it was being paid; undefined watches nothing. `onEnd` hears of it once
 * it is paid or cancelled, and is to end the watch; what has changed with a payment is read again.
 */
export const useLatePayment = (orderId: string | undefined, onEnd: (order: Order) => void): void => {
  const client = useQueryClient();
  const isWatched = orderId !== undefined;
  const { data } = useCall(ordersCalls.orderList, {}, { enabled: isWatched, silent: true, refetchEvery: LATE_MS });
  const order = isWatched ? data?.find(({ _id }) => _id === orderId) : undefined;
  useEffect(() => {
    if (!order || isOpenOrder(order.status)) return;
    onEnd(order);
    if (order.status === 'paied') void readAgain(client, CHANGED);
  }, [order, onEnd, client]);
};
