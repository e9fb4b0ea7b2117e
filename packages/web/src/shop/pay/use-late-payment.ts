import { isOpenOrder } from '@skyport/contract/order-states';
import { type Order, ordersCalls } from '@skyport/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readAgain, useCall } from '../../api/index.ts';
import { CHANGED, LATE_MS } from './pay-rules.ts';

/**
 * Watches an order whose window was closed while it was being paid, until it is paid or cancelled; undefined watches
 * nothing. What has changed with the payment is read again.
 */
export const useLatePayment = (orderId: string | undefined, onPaid: (order: Order) => void): void => {
  const client = useQueryClient();
  const [ended, setEnded] = useState<string>();
  const isWatched = orderId !== undefined && orderId !== ended;
  const { data } = useCall(ordersCalls.orderList, {}, { enabled: isWatched, silent: true, refetchEvery: LATE_MS });
  const order = isWatched ? data?.find(({ _id }) => _id === orderId) : undefined;
  useEffect(() => {
    if (!order || isOpenOrder(order.status)) return;
    setEnded(order._id);
    if (order.status !== 'paied') return;
    onPaid(order);
    void readAgain(client, CHANGED);
  }, [order, onPaid, client]);
};
