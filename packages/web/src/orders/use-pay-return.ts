import { accountsCalls } from '@skyport/contract/accounts';
import { isOpenOrder } from '@skyport/contract/order-states';
import { type Order, ordersCalls as calls, PAY_QUERY } from '@skyport/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readAgain, useCall } from '../api/index.ts';
import { showToast } from '../ui/toasts.ts';
import { texts } from './texts.ts';

/** Pause between two looks at the newest trade, in ms; and how long they go on. */
const POLL_MS = 3000;
const PATIENCE_MS = 5 * 60_000;

/** What whoever came back from a provider is told beside the toast of success. */
export interface Returned {
  /** `late`: nothing was heard of money for five minutes. `unpaid`: the trade was closed, and the order still waits. */
  readonly kind: 'waiting' | 'late' | 'unpaid';
  /** The order that can be paid again; none while it is waited for. */
  readonly order?: Order;
}

/**
 * Whoever comes back from a provider is told of success as soon as the newest trade is paid, and never before. Of a
 * trade that was not, they are told as well, with its order among `orders`.
 */
export const usePayReturn = (orders: readonly Order[] | undefined): Returned | undefined => {
  const [params, setParams] = useSearchParams();
  const client = useQueryClient();
  const returned = params.has(PAY_QUERY);
  const [isOver, setOver] = useState(false);
  const [unpaid, setUnpaid] = useState<string>();
  const asks = returned && !isOver;
  const { data, isFetchedAfterMount } = useCall(
    calls.newestTrade,
    {},
    { enabled: asks, silent: true, refetchEvery: POLL_MS },
  );
  const trade = data?.trade ?? undefined;
  const status = asks && isFetchedAfterMount && data ? (trade?.status ?? 'cancled') : undefined;
  const isDecided = status !== undefined && !isOpenOrder(status);
  useEffect(() => {
    if (!isDecided) return;
    if (status === 'paied') {
      showToast(texts.paid, 'success');
      void readAgain(client, [calls.orderList, accountsCalls.userInfo]);
    } else setUnpaid(trade?.order_id);
    setParams(
      (now) => {
        now.delete(PAY_QUERY);
        return now;
      },
      { replace: true },
    );
  }, [isDecided, status, trade?.order_id, client, setParams]);
  useEffect(() => {
    if (!returned) return undefined;
    const timer = setTimeout(() => setOver(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [returned]);
  if (asks && !isDecided) return { kind: 'waiting' };
  const order = openOrderOf(orders, returned ? trade?.order_id : unpaid);
  return order && { kind: returned ? 'late' : 'unpaid', order };
};

const openOrderOf = (orders: readonly Order[] | undefined, id: string | undefined): Order | undefined =>
  orders?.find(({ _id, status }) => _id === id && isOpenOrder(status));
