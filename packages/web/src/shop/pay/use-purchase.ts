import { isOpenOrder } from '@skyport/contract/order-states';
import { type Order, ordersCalls, PayMode, type Trade } from '@skyport/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { readAgain } from '../../api/index.ts';
import { leaveToPay } from '../../device/navigation.ts';
import { showToast } from '../../ui/toasts.ts';
import { noteBegun, noteLeft } from './left-order.ts';
import { type Gift, wayOf } from './pay-rules.ts';
import { payTexts as texts } from './pay-texts.ts';
import { useLatePayment } from './use-late-payment.ts';
import { type NewestTrade, useResumed } from './use-resumed.ts';
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
  | { readonly kind: 'resume' }
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

/** A payment without what is asked for anew. */
type BegunPayment = Omit<Payment, keyof TradeState>;

const begunWith = (trade: Trade, mode: PayMode): BegunPayment => ({
  trade,
  mode,
  until: Date.now() + trade.seconds_left * SECOND_MS,
});

/** A trade that can still be paid; undefined for any other. */
const livingPayment = (trade: NewestTrade): BegunPayment | undefined => {
  const mode = PayMode.safeParse(trade.pay_mode).data;
  return mode && isOpenOrder(trade.status) && trade.seconds_left > 0 ? begunWith(trade, mode) : undefined;
};

/** How the window of an order is opened. */
interface Opening {
  readonly opened: boolean;
  /** Goes on with the order's payment under way, or tells that it was paid. */
  readonly resumes: boolean;
}

/** Notes in the tab that an order waits in an open window: a page that is loaded again opens it again. */
const useNoted = (orderId: string, isWaiting: boolean): void =>
  useEffect(() => {
    if (!isWaiting) return undefined;
    noteLeft(orderId);
    return () => noteLeft(undefined);
  }, [orderId, isWaiting]);

/**
 * The purchase of an order. Whether it was paid is asked for as long as the window is open, whatever it shows, and
 * less often once it is closed: then a toast tells of it.
 */
export const usePurchase = (orderId: string, { opened, resumes }: Opening): Purchase => {
  const client = useQueryClient();
  const [payment, setPayment] = useState<BegunPayment>();
  const [paid, setPaid] = useState<Paid>();
  const [isShown, setShown] = useState(false);
  const [isResuming, setResuming] = useState(resumes);
  const isWaiting = payment !== undefined && paid === undefined;
  const onPaid = useCallback((gift: PaidTrade) => setPaid({ gift, surplus: gift.credited }), []);
  const state = useTradeState(isWaiting && opened ? payment.trade._id : undefined, onPaid);
  const onEnd = useCallback((order: Order) => {
    if (order.status !== 'paied') return setPayment(undefined);
    showToast(texts.paid.late(order.desc), 'success');
    return setPaid({ gift: order, surplus: 0 });
  }, []);
  useLatePayment(isWaiting && !opened ? orderId : undefined, onEnd);
  const onNewest = useCallback((trade: NewestTrade | undefined) => {
    setResuming(false);
    if (trade?.status === 'paied') setPaid({ gift: trade, surplus: trade.credited });
    const living = trade && livingPayment(trade);
    if (!living) return;
    setPayment(living);
    setShown(true);
  }, []);
  useResumed(isResuming && opened ? orderId : undefined, onNewest);
  useNoted(orderId, opened && isShown && isWaiting);
  const begin = (trade: Trade, mode: PayMode): void => {
    if (trade.status === 'paied') return setPaid({ gift: trade, surplus: 0 });
    setPayment(begunWith(trade, mode));
    setShown(true);
    noteBegun(true);
    const way = wayOf(trade, window.location.href);
    if (way.kind !== 'payurl') return undefined;
    noteLeft(orderId);
    return leaveToPay(way.url);
  };
  const back = (): void => {
    // What it costs was fixed by the first try to pay.
    void readAgain(client, [ordersCalls.walletCheck]);
    setShown(false);
  };
  const shown = isShown && payment ? { ...payment, ...state } : undefined;
  return { stage: stageOf({ paid, payment: shown, isResuming }), begin, back };
};

interface Known {
  readonly paid: Paid | undefined;
  readonly payment: Payment | undefined;
  readonly isResuming: boolean;
}

const stageOf = ({ paid, payment, isResuming }: Known): Stage => {
  if (paid) return { kind: 'paid', paid };
  if (payment) return { kind: 'pay', payment };
  return { kind: isResuming ? 'resume' : 'confirm' };
};
