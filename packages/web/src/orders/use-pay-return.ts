import { accountsCalls } from '@skyport/contract/accounts';
import type { Output } from '@skyport/contract/call';
import { isOpenOrder, type OrderState } from '@skyport/contract/order-states';
import { type Order, ordersCalls as calls, PAY_QUERY } from '@skyport/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readAgain, useCall } from '../api/index.ts';
import { showToast } from '../ui/toasts.ts';
import { texts } from './texts.ts';

/** Pause between two looks at the newest trade, in ms; and how long they go on. */
const POLL_MS = 3000;
const PATIENCE_MS = 5 * 60_000;

/** What whoever came back from a provider is told beside the toast of success. */
export interface Returned {
  /**
   * `late`: nothing was heard of money for five minutes. `unpaid`: the trade was closed, and the order still waits.
   * `short`: too little came, and is in the wallet.
   */
  readonly kind: 'waiting' | 'late' | 'unpaid' | 'short';
  /** Yuan that are in the wallet. */
  readonly credited: number;
  /** The order that can be paid again; none while it is waited for. */
  readonly order?: Order;
}

type NewestTrade = NonNullable<Output<typeof calls.newestTrade>['trade']>;

/** The newest trade, asked for every 3 s while `asks`; its state is `cancled` where there is none. */
const useNewestTrade = (asks: boolean): { trade?: NewestTrade; status?: OrderState } => {
  const { data, isFetchedAfterMount } = useCall(
    calls.newestTrade,
    {},
    { enabled: asks, silent: true, refetchEvery: POLL_MS },
  );
  if (!isFetchedAfterMount || !data) return {};
  return data.trade ? { trade: data.trade, status: data.trade.status } : { status: 'cancled' };
};

/** Whether five minutes have passed since `isRunning`. */
const useIsOver = (isRunning: boolean): boolean => {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(() => setOver(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isRunning]);
  return isOver;
};

/** What is done once it is known what became of a payment. */
interface Deciding {
  /** State of the newest trade; undefined until it is known. */
  readonly decided: OrderState | undefined;
  readonly orderId: string | undefined;
  /** Shows what was paid. */
  readonly onPaid: (orderId: string) => void;
}

/** Takes the mark of the way back off the address once it is known what became of the payment; tells of success. */
const useDecision = ({ decided, orderId, onPaid }: Deciding): void => {
  const [, setParams] = useSearchParams();
  const client = useQueryClient();
  const latest = useRef(onPaid);
  useEffect(() => {
    latest.current = onPaid;
  });
  useEffect(() => {
    if (decided === undefined) return;
    if (decided === 'paied') {
      showToast(texts.paid, 'success');
      if (orderId !== undefined) latest.current(orderId);
    }
    if (decided !== 'cancled') void readAgain(client, [calls.orderList, accountsCalls.userInfo]);
    setParams(
      (now) => {
        now.delete(PAY_QUERY);
        return now;
      },
      { replace: true },
    );
  }, [decided, orderId, client, setParams]);
};

/** What is said of a trade that did not pay its order, while that can still be paid. */
const unpaidOf = (orders: readonly Order[] | undefined, trade: NewestTrade | undefined, isLate: boolean) => {
  const order = orders?.find(({ _id, status }) => _id === trade?.order_id && isOpenOrder(status));
  if (!trade || !order) return undefined;
  const { credited } = trade;
  const kind = credited > 0 ? 'short' : 'unpaid';
  return { kind: isLate ? 'late' : kind, order, credited } as const;
};

/** A state of the newest trade by which all is said: it has ended, or too little came for it. */
const decisionOf = (status: OrderState | undefined, credited = 0): OrderState | undefined =>
  status && (!isOpenOrder(status) || credited > 0) ? status : undefined;

/**
 * Tells customers who come back from a provider of success as soon as the newest trade is paid, and never before:
 * `onPaid` shows its order. Of a trade that was not paid they are told as well, with its order among `orders`.
 */
export const usePayReturn = (
  orders: readonly Order[] | undefined,
  onPaid: (orderId: string) => void,
): Returned | undefined => {
  const [params] = useSearchParams();
  const isMarked = params.has(PAY_QUERY);
  const [cameBack] = useState(isMarked);
  const asks = !useIsOver(isMarked) && isMarked;
  const { trade, status } = useNewestTrade(asks);
  const decided = asks ? decisionOf(status, trade?.credited) : undefined;
  useDecision({ decided, orderId: trade?.order_id, onPaid });
  if (asks && !decided) return { kind: 'waiting', credited: 0 };
  if (!cameBack || status === 'paied') return undefined;
  return unpaidOf(orders, trade, isMarked);
};
