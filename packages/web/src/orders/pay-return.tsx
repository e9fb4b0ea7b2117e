import { Alert, Button } from '@mantine/core';
import type { Order } from '@skyport/contract/orders';
import type { ReactNode } from 'react';
import { texts } from './texts.ts';
import type { Returned } from './use-pay-return.ts';

interface PayReturnProps {
  readonly returned: Returned;
  readonly onPay: (order: Order) => void;
}

/** What became of a payment from which somebody came back, above the orders; and the way to pay again. */
export const PayReturn = ({ returned: { kind, order }, onPay }: PayReturnProps): ReactNode => (
  <Alert color={kind === 'waiting' ? 'indigo' : 'orange'} mb="md" role="status">
    <div className="sp-stack">
      <span>{texts.returned[kind]}</span>
      {order && (
        <div>
          <Button variant="default" onClick={() => onPay(order)}>
            {texts.returned.again}
          </Button>
        </div>
      )}
    </div>
  </Alert>
);
