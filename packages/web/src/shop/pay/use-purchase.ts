import { type Order, ordersCalls, type PayMode, type Trade } from '@skyport/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { readAgain } from '../../api/index.ts';
import { leaveFor } from '../../device/navigation.ts';
import { showToast } from '../../ui/toasts.ts';
import { type Gift, wayOf } from './pay-rules.ts';
import { payTexts as texts } from './pay-texts.ts';
import { useLatePayment } from './use-late-payment.ts';
import { type PaidTrade, type TradeState, useTradeState } from './use-trade-state.ts';

/** A trade that was begun in this window. */
export interface Payment extends TradeState {
  readonly trade: Trade;
  readonly mode: PayMode;
  /** Until when it can be paid, in ms of this browser's clock: clocks of customers may be wrong. */
  readonly until: number;
}

/** How far a purchase is. */
export type Stage =
  | { readonly kind: 'confirm' }
  | { readonly kind: 'pay'; readonly payment: Payment }
  | { readonly kind: 'paid'; readonly paid: Paid };

/** What a purchase has given, and the yuan of its payment that were too much for it and went to the wallet. */
export interface Paid {
  readonly gift: Gift;
  readonly surplus: number;
}

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
  const [payment, setPayment] = useState<Omit<Payment, keyof TradeState>>();
  const [paid, setPaid] = useState<Paid>();
  const [isShown, setShown] = useState(false);
  const isWaiting = payment !== undefined && paid === undefined;
  const onPaid = useCallback((gift: PaidTrade) => setPaid({ gift, surplus: gift.credited }), []);
  const state = useTradeState(isWaiting && opened ? payment.trade._id : undefined, onPaid);
  const onEnd = useCallback((order: Order) => {
    if (order.status !== 'paied') return setPayment(undefined);
    showToast(texts.paid.late(order.desc), 'success');
    return setPaid({ gift: order, surplus: 0 });
  }, []);
  useLatePayment(isWaiting && !opened ? orderId : undefined, onEnd);
  const begin = (trade: Trade, mode: PayMode): void => {
    if (trade.status === 'paied') return setPaid({ gift: trade, surplus: 0 });
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
  return { stage: stageOf({ paid, payment: isShown && payment ? { ...payment, ...state } : undefined }), begin, back };
};

const stageOf = ({ paid, payment }: { paid: Paid | undefined; payment: Payment | undefined }): Stage => {
  if (paid) return { kind: 'paid', paid };
  return payment ? { kind: 'pay', payment } : { kind: 'confirm' };
};
