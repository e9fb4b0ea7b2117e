import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { timeLeft } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import { payTexts } from './pay-texts.ts';
import classes from './pay.module.css';
import type { Payment } from './use-purchase.ts';
import { WayToPay } from './way-to-pay.tsx';

const texts = payTexts.waiting;

interface PayTradeProps {
  readonly payment: Payment;
  /** Back to the order and its ways to pay. */
  readonly onBack: () => void;
  /** To the orders, where this one stays. */
  readonly onOrders: () => void;
}

/** A trade that waits for its money: where to pay, how long, and what is waited for. */
export const PayTrade = ({ payment: { trade, mode, until, isClosed }, onBack, onOrders }: PayTradeProps): ReactNode => {
  const left = until - useNow();
  if (isClosed || left <= 0) return <Over onBack={onBack} onOrders={onOrders} />;
  return (
    <div className="sp-stack">
      <WayToPay trade={trade} mode={mode} />
      <div className={classes.wait}>
        <div role="status">{trade.usdtAdress === '' ? texts.state : texts.stateUsdt}</div>
        <div className={classes.left} role="timer">
          {texts.left(timeLeft(left))}
        </div>
      </div>
      <Button variant="default" onClick={onBack}>
        {texts.back}
      </Button>
      <span className="sp-dim sp-small">{texts.stays}</span>
    </div>
  );
};

/** A trade that can no longer be paid, and the ways on: another one, or the order. */
const Over = ({ onBack, onOrders }: Omit<PayTradeProps, 'payment'>): ReactNode => (
  <div className="sp-stack">
    <div role="status">{texts.over}</div>
    <Button size="md" onClick={onBack}>
      {texts.anew}
    </Button>
    <Button variant="default" onClick={onOrders}>
      {payTexts.closed.toOrders}
    </Button>
  </div>
);
