import { type Order, ordersCalls, type PayMode, type Trade } from '@skyport/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { readAgain } from '../../api/index.ts';
import { leaveFor } from '../../device/navigation.ts';
import { showToast } from '../../ui/toasts.ts';
import { type Gift, wayOf } from './pay-rules.ts';
import { payTexts as texts } from './pay-texts.ts';
import { useLatePayment } from './use-late-payment.ts';
import { useTradeState } from './use-trade-state.ts';

/** A trade that was begun in this window. */
export interface Payment {
  readonly trade: Trade;
  readonly mode: PayMode;
  /** Until when it can be paid, in ms of this browser's clock: clocks of customers may be wrong. */
  readonly until: number;
  /** Whether it was closed, and can be paid no more. */
  readonly isClosed: boolean;
}

/** How far a purchase is. */
export type Stage =
  | { readonly kind: 'confirm' }
  | { readonly kind: 'pay'; readonly payment: Payment }
  | { readonly kind: 'paid'; readonly gift: Gift };

/** A purchase, and what moves it on. */
export interface Purchase {
  readonly stage: Stage;
  /** Shows where a trade is paid, and goes there when that is a page; one that is paid already is told. */
  readonly begin: (trade: Trade, mode: PayMode) => void;
  /** Back to the order; the trade that was begun may still be paid. */
  readonly back: () => void;
}

const SECOND_MS = 1000;

/**
 * The purchase of an order. Whether it was paid is asked for as long as the window is open, whatever it shows, and
 * less often once it is closed: then a toast tells of it.
 */
export const usePurchase = (orderId: string, opened: boolean): Purchase => {
  const client = useQueryClient();
  const [payment, setPayment] = useState<Omit<Payment, 'isClosed'>>();
  const [gift, setGift] = useState<Gift>();
  const [isShown, setShown] = useState(false);
  const isWaiting = payment !== undefined && gift === undefined;
  const isClosed = useTradeState(isWaiting && opened ? payment.trade._id : undefined, setGift);
  const onEnd = useCallback((order: Order) => {
    if (order.status !== 'paied') return setPayment(undefined);
    showToast(texts.paid.late(order.desc), 'success');
    return setGift(order);
  }, []);
  useLatePayment(isWaiting && !opened ? orderId : undefined, onEnd);
  const begin = (trade: Trade, mode: PayMode): void => {
    if (trade.status === 'paied') return setGift(trade);
    setPayment({ trade, mode, until: Date.now() + trade.seconds_left * SECOND_MS });
    setShown(true);
    const way = wayOf(trade, window.location.href);
    if (way.kind === 'payurl') leaveFor(way.url);
    return undefined;
  };
  const back = (): void => {
    // What it costs was fixed by the first try to pay.
    void readAgain(client, [ordersCalls.walletCheck]);
    setShown(false);
  };
  return { stage: stageOf({ gift, payment: isShown && payment ? { ...payment, isClosed } : undefined }), begin, back };
};

const stageOf = ({ gift, payment }: { gift: Gift | undefined; payment: Payment | undefined }): Stage => {
  if (gift) return { kind: 'paid', gift };
  return payment ? { kind: 'pay', payment } : { kind: 'confirm' };
};
