import { Button, Group } from '@mantine/core';
import { isOpenOrder } from '@skyport/contract/order-states';
import type { Order } from '@skyport/contract/orders';
import type { ReactNode } from 'react';
import { yuan } from '../ui/format.ts';
import { Window } from '../ui/window.tsx';
import { OrderFacts } from './order-facts.tsx';
import { payLabel } from './rules.ts';
import { texts } from './texts.ts';

interface OrderWindowProps {
  /** The order that is shown; undefined keeps the window closed. */
  readonly order: Order | undefined;
  readonly onPay: (order: Order) => void;
  readonly onClose: () => void;
}

/** One order with everything that it has, and the way to pay it. */
export const OrderWindow = ({ order, onPay, onClose }: OrderWindowProps): ReactNode => (
  <Window opened={order !== undefined} onClose={onClose} title={order?.desc} size="md" waits={320}>
    {order && (
      <>
        <OrderFacts order={order} />
        {order.credited > 0 && <p className="sp-dim sp-small">{texts.creditedHint(yuan(order.credited))}</p>}
        {isOpenOrder(order.status) && (
          <Group justify="flex-end" mt="lg">
            <Button onClick={() => onPay(order)}>{payLabel(order)}</Button>
          </Group>
        )}
      </>
    )}
  </Window>
);
