import { codes } from '@skyport/contract/codes';
import { isOpenOrder } from '@skyport/contract/order-states';
import { type Order, ordersCalls as calls } from '@skyport/contract/orders';
import { type ReactNode, useState } from 'react';
import { useChange } from '../api/index.ts';
import { useConfirm } from '../ui/confirm.tsx';
import type { RowAction } from '../ui/data-table/row-actions.tsx';
import { ClaimWindow } from './claim-window.tsx';
import { FeedbackWindow } from './feedback-window.tsx';
import { OrderWindow } from './order-window.tsx';
import { payLabel } from './rules.ts';
import { texts } from './texts.ts';
import { usePayment } from './use-payment.tsx';

/** What a customer can do with an order, and the windows of it: elements of the page. */
interface OrderActions {
  readonly actionsOf: (order: Order) => readonly RowAction[];
  /** Opens the window in which an order is paid. */
  readonly pay: (order: Order) => void;
  /** Opens it for an order that may have been paid by now. */
  readonly resume: (orderId: string) => void;
  readonly windows: ReactNode;
}

/** The actions of the orders listed; `readAgain` is called when an order turns out not to be what was shown. */
export const useOrderActions = (orders: readonly Order[] | undefined, readAgain: () => void): OrderActions => {
  const [shown, setShown] = useState<string>();
  const [told, setTold] = useState<Order>();
  const [missed, setMissed] = useState<Order>();
  const { ask, dialog } = useConfirm();
  const { pay, resume, window } = usePayment();
  const { title, text, open, keep, done, failed } = texts.cancel;
  const { run } = useChange(calls.cancelOrder, {
    done,
    // Whoever cancels what is paid or cancelled already sees so in the list.
    failed: ({ code }) => (code === codes.orderNotCancellable.code ? undefined : failed),
    invalidates: [calls.orderList],
    onFailed: readAgain,
  });
  const askCancel = ({ _id, desc }: Order): void =>
    ask({ title: title(desc), text, confirm: open, dismiss: keep, run: () => run({ order_id: _id }) });
  const ofOpen = (order: Order): { readonly pay: RowAction; readonly cancel: RowAction } => ({
    pay: { label: payLabel(order), first: true, main: true, run: () => pay(order) },
    cancel: { label: open, danger: true, run: () => askCancel(order) },
  });
  return {
    actionsOf: (order) => {
      const opened = isOpenOrder(order.status) ? ofOpen(order) : undefined;
      return [
        ...(opened ? [opened.pay] : []),
        { label: texts.details, first: true, opens: true, run: () => setShown(order._id) },
        { label: texts.feedback.open, run: () => setTold(order) },
        ...(order.status === 'paied' ? [] : [{ label: texts.missing.open, run: () => setMissed(order) }]),
        ...(opened ? [opened.cancel] : []),
      ];
    },
    pay,
    resume,
    windows: (
      <>
        {dialog}
        <OrderWindow
          order={orders?.find(({ _id }) => _id === shown)}
          onPay={(order) => {
            setShown(undefined);
            pay(order);
          }}
          onClose={() => setShown(undefined)}
        />
        {window}
        <FeedbackWindow order={told} onClose={() => setTold(undefined)} />
        <ClaimWindow order={missed} onClose={() => setMissed(undefined)} />
      </>
    ),
  };
};
