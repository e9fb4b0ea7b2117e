import { Button, Group } from '@mantine/core';
import { isOpenOrder } from '@skyport/contract/order-states';
import type { Order } from '@skyport/contract/orders';
import { type ReactNode, use } from 'react';
import { Link } from 'react-router';
import { BuiltPages } from '../ui/built-pages.ts';
import { Window } from '../ui/window.tsx';
import { OrderFacts } from './order-facts.tsx';
import { creditedText, payLabel } from './rules.ts';
import { texts } from './texts.ts';

interface OrderWindowProps {
  /** The order that is shown; undefined keeps the window closed. */
  readonly order: Order | undefined;
  readonly onPay: (order: Order) => void;
  readonly onClose: () => void;
}

/** One order with everything that it has, and the way to pay it. */
export const OrderWindow = ({ order, onPay, onClose }: OrderWindowProps): ReactNode => {
  const hasWallet = use(BuiltPages)('/wallet');
  return (
    <Window opened={order !== undefined} onClose={onClose} title={order?.desc} size="md" waits={320}>
      {order && (
        <>
          <OrderFacts order={order} />
          {order.credited > 0 && (
            <p className="sp-dim sp-small">
              {creditedText(order)} {hasWallet && <Link to="/wallet">{texts.toWallet}</Link>}
            </p>
          )}
          {isOpenOrder(order.status) && (
            <Group justify="flex-end" className="sp-foot" mt="lg">
              <Button onClick={() => onPay(order)}>{payLabel(order)}</Button>
            </Group>
          )}
        </>
      )}
    </Window>
  );
};
