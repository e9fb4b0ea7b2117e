import { Button } from '@mantine/core';
import { isOpenOrder } from '@skyport/contract/order-states';
import { paymentsCalls as calls } from '@skyport/contract/payments';
import { soldName } from '@skyport/contract/trades-columns';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '../api/index.ts';
import { moneyAddress, tradesAddress } from '../list-page/order-address.ts';
import { userAddress } from '../list-page/user-address.ts';
import { OrderFacts } from '../orders/index.ts';
import { Loaded } from '../ui/loaded.tsx';
import { shopTime } from '../ui/shop-time.ts';
import { Window } from '../ui/window.tsx';
import { flagTexts } from './flag-texts.ts';
import { DismissWindow, FlagWindow, TakeBackWindow } from './flag-windows.tsx';
import { OrderFlags } from './order-flags.tsx';
import { ReceiptWindow } from './receipt-window.tsx';
import classes from './payments.module.css';
import type { StaffOrder } from './rules.ts';
import { texts } from './texts.ts';

interface StaffOrderProps {
  /** Id of the order that is shown; undefined keeps the window closed. */
  readonly orderId: string | undefined;
  readonly onClose: () => void;
}

/** What staff do with an order in a window above it. */
type Act = 'receipt' | 'flag' | 'takeBack' | 'dismiss';

const windows = { receipt: ReceiptWindow, flag: FlagWindow, takeBack: TakeBackWindow, dismiss: DismissWindow } as const;

/** One order as staff see it, whose it is, and what they do about money that came for it or went back. */
export default function StaffOrderWindow({ orderId, onClose }: StaffOrderProps): ReactNode {
  const [doing, setDoing] = useState<{ readonly act: Act; readonly order: StaffOrder }>();
  return (
    <>
      <Window opened={orderId !== undefined} onClose={onClose} title={texts.details} size="md" waits={360}>
        {orderId !== undefined && <OrderBody orderId={orderId} onAct={(act, order) => setDoing({ act, order })} />}
      </Window>
      {Object.entries(windows).map(([act, ActWindow]) => (
        <ActWindow key={act} order={doing?.act === act ? doing.order : undefined} onClose={() => setDoing(undefined)} />
      ))}
    </>
  );
}

interface OrderBodyProps {
  readonly orderId: string;
  readonly onAct: (act: Act, order: StaffOrder) => void;
}

const OrderBody = ({ orderId, onAct }: OrderBodyProps): ReactNode => {
  const read = useCall(calls.getOrderForTrade, { order_id: orderId });
  return (
    <Loaded of={read} height={360}>
      {(order) => (
        <div className="sp-column">
          <div className="sp-row sp-between">
            <h3 className="sp-h2">{soldName(order)}</h3>
            <Link to={userAddress(order.user_id)}>{order.email}</Link>
          </div>
          <OrderFlags
            flags={order.flags}
            onTakeBack={() => onAct('takeBack', order)}
            onDismiss={() => onAct('dismiss', order)}
          />
          <OrderFacts order={order} timeText={shopTime} />
          <div className={classes.acts}>
            <Button component={Link} to={tradesAddress(order._id)} variant="default">
              {texts.toTrades}
            </Button>
            <Button component={Link} to={moneyAddress(order._id)} variant="default">
              {texts.toMoney}
            </Button>
            {order.can_flag && (
              <Button variant="default" onClick={() => onAct('flag', order)}>
                {flagTexts.open}
              </Button>
            )}
            <Button variant={isOpenOrder(order.status) ? 'filled' : 'default'} onClick={() => onAct('receipt', order)}>
              {texts.receipt.open}
            </Button>
          </div>
        </div>
      )}
    </Loaded>
  );
};
