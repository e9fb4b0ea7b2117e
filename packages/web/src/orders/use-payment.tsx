import { isUnderWay, type Order, PAY_QUERY } from '@skyport/contract/orders';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PayWindow, useLeftOrder } from '../shop/index.ts';
import { Arriving } from '../ui/arriving.tsx';
import { windowFailed } from '../ui/plain-window.tsx';
import { texts } from './texts.ts';

interface Paying {
  readonly id: string;
  /** Until the window is closed. */
  readonly opened: boolean;
  /** Goes on with the payment under way. */
  readonly resumes: boolean;
}

/** Opens the shop's window for an order that was made before. */
export interface Payment {
  /** Pays an order, or goes on where a payment is under way. */
  readonly pay: (order: Order) => void;
  /** Shows the payment of an order, which may have been paid by now. */
  readonly resume: (orderId: string) => void;
  /** The window's element, a new one for each order. */
  readonly window: ReactNode;
}

/** The window in which orders are paid; it stands again when the tab comes back from a payment, unless that is told. */
export const usePayment = (): Payment => {
  const left = useLeftOrder();
  const [isTold] = useState(useSearchParams()[0].has(PAY_QUERY));
  const [paying, setPaying] = useState<Paying | undefined>(
    left === undefined || isTold ? undefined : { id: left, opened: true, resumes: true },
  );
  const close = (): void => setPaying((before) => before && { ...before, opened: false });
  const window = paying && (
    <Arriving failed={windowFailed({ opened: paying.opened, onClose: close, title: texts.pay })}>
      <PayWindow
        key={`${paying.id} ${paying.resumes}`}
        orderId={paying.id}
        opened={paying.opened}
        onClose={close}
        resumes={paying.resumes}
      />
    </Arriving>
  );
  return {
    pay: (order) => setPaying({ id: order._id, opened: true, resumes: isUnderWay(order) }),
    resume: (id) => setPaying({ id, opened: true, resumes: true }),
    window,
  };
};
