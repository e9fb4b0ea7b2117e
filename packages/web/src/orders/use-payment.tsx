import type { Order } from '@skyport/contract/orders';
import { type ReactNode, useState } from 'react';
import { PayWindow } from '../shop/index.ts';
import { Arriving } from '../ui/arriving.tsx';
import { windowFailed } from '../ui/plain-window.tsx';
import { texts } from './texts.ts';

interface Paying {
  readonly id: string;
  /** Until the window is closed. */
  readonly opened: boolean;
}

/** Opens the shop's window for an order that was made before; `window` is its element, a new one for each order. */
export const usePayment = (): { readonly pay: (order: Order) => void; readonly window: ReactNode } => {
  const [paying, setPaying] = useState<Paying>();
  const close = (): void => setPaying((before) => before && { ...before, opened: false });
  const window = paying && (
    <Arriving failed={windowFailed({ opened: paying.opened, onClose: close, title: texts.pay })}>
      <PayWindow key={paying.id} orderId={paying.id} opened={paying.opened} onClose={close} />
    </Arriving>
  );
  return { pay: ({ _id: id }) => setPaying({ id, opened: true }), window };
};
