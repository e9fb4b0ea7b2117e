import { Button, Group } from '@mantine/core';
import { isOpenOrder } from '@skyport/contract/order-states';
import { paymentsCalls as calls } from '@skyport/contract/payments';
import { soldName } from '@skyport/contract/trades-columns';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '../api/index.ts';
import { userAddress } from '../list-page/user-address.ts';
import { OrderFacts } from '../orders/index.ts';
import { Loaded } from '../ui/loaded.tsx';
import { shopTime } from '../ui/shop-time.ts';
import { Window } from '../ui/window.tsx';
import { ReceiptWindow } from './receipt-window.tsx';
import type { StaffOrder } from './rules.ts';
import { texts } from './texts.ts';

interface StaffOrderProps {
  /** Id of the order that is shown; undefined keeps the window closed. */
  readonly orderId: string | undefined;
  readonly onClose: () => void;
}

/** One order as staff see it, whose it is, and where money is written down that came for it in another way. */
export default function StaffOrderWindow({ orderId, onClose }: StaffOrderProps): ReactNode {
  const [receipt, setReceipt] = useState<StaffOrder>();
  return (
    <>
      <Window opened={orderId !== undefined} onClose={onClose} title={texts.details} size="md" waits={360}>
        {orderId !== undefined && <OrderBody orderId={orderId} onReceipt={setReceipt} />}
      </Window>
      <ReceiptWindow order={receipt} onClose={() => setReceipt(undefined)} />
    </>
  );
}

interface OrderBodyProps {
  readonly orderId: string;
  readonly onReceipt: (order: StaffOrder) => void;
}

const OrderBody = ({ orderId, onReceipt }: OrderBodyProps): ReactNode => {
  const read = useCall(calls.getOrderForTrade, { order_id: orderId });
  return (
    <Loaded of={read} height={360}>
      {(order) => (
        <div className="sp-stack">
          <div className="sp-row sp-between">
            <h3 className="sp-h2">{soldName(order)}</h3>
            <span className="sp-dim">{order.email}</span>
          </div>
          <OrderFacts order={order} timeText={shopTime} />
          <Group justify="flex-end">
            <Button component={Link} to={userAddress(order.user_id)} variant="default">
              {texts.toUser}
            </Button>
            <Button variant={isOpenOrder(order.status) ? 'filled' : 'default'} onClick={() => onReceipt(order)}>
              {texts.receipt.open}
            </Button>
          </Group>
        </div>
      )}
    </Loaded>
  );
};
