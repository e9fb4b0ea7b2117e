import { accountsCalls } from '@skyport/contract/accounts';
import { isOpenOrder } from '@skyport/contract/order-states';
import { ordersCalls as calls, PAY_QUERY } from '@skyport/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readAgain, useCall } from '../api/index.ts';
import { showToast } from '../ui/toasts.ts';
import { texts } from './texts.ts';

/** Pause between two looks at the newest trade, in ms; and how long they go on. */
const POLL_MS = 3000;
const PATIENCE_MS = 5 * 60_000;

/**
 * Whoever comes back from a provider is told of success as soon as the newest trade is paid, and never before. True
 * while that is waited for.
 */
export const usePayReturn = (): boolean => {
  const [params, setParams] = useSearchParams();
  const client = useQueryClient();
  const returned = params.has(PAY_QUERY);
  const [isOver, setOver] = useState(false);
  const asks = returned && !isOver;
  const { data, isFetchedAfterMount } = useCall(
    calls.newestTrade,
    {},
    { enabled: asks, silent: true, refetchEvery: POLL_MS },
  );
  const status = asks && isFetchedAfterMount && data ? (data.trade?.status ?? 'cancled') : undefined;
  const isDecided = status !== undefined && !isOpenOrder(status);
  useEffect(() => {
    if (!isDecided) return;
    if (status === 'paied') {
      showToast(texts.paid, 'success');
      void readAgain(client, [calls.orderList, accountsCalls.userInfo]);
    }
    setParams(
      (now) => {
        now.delete(PAY_QUERY);
        return now;
      },
      { replace: true },
    );
  }, [isDecided, status, client, setParams]);
  useEffect(() => {
    if (!returned) return undefined;
    const timer = setTimeout(() => setOver(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [returned]);
  return asks && !isDecided;
};
