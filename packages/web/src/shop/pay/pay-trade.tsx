import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { readAgain } from '../../api/index.ts';
import { yuan } from '../../ui/format.ts';
import { timeLeft } from '../../ui/time-left.ts';
import { useNow } from '../../ui/use-now.ts';
import { CHANGED } from './pay-rules.ts';
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
export const PayTrade = ({ payment, onBack, onOrders }: PayTradeProps): ReactNode => {
  const { trade, mode, until, isClosed, credited } = payment;
  const left = until - useNow();
  if (credited > 0) return <Credited payment={payment} onBack={onBack} onOrders={onOrders} />;
  if (isClosed || left <= 0) return <Over onBack={onBack} onOrders={onOrders} />;
  return (
    <div className="sp-column">
      <WayToPay trade={trade} mode={mode} />
      <div className={classes.foot}>
        <div className={classes.wait}>
          <div role="status">{trade.usdtAdress === '' ? texts.state : texts.stateUsdt}</div>
          <div className={classes.left} role="timer">
            {texts.left(timeLeft(left))}
          </div>
        </div>
      </div>
      <Button variant="default" onClick={onBack}>
        {texts.back}
      </Button>
      <span className="sp-dim sp-small">{texts.stays}</span>
    </div>
  );
};

/** Money that came and paid nothing: how much, why, where it is, and the way on. */
const Credited = ({ payment: { trade, isClosed, credited }, onBack, onOrders }: PayTradeProps): ReactNode => {
  useCreditedMoney();
  const came = yuan(credited);
  return (
    <div className="sp-stack">
      <div role="alert">{isClosed ? texts.kept(came) : texts.short(came, yuan(trade.request_pay_amound))}</div>
      {!isClosed && (
        <Button size="md" onClick={onBack}>
          {texts.goOn}
        </Button>
      )}
      <Button variant="default" onClick={onOrders}>
        {payTexts.closed.toOrders}
      </Button>
    </div>
  );
};

/** Reads again what such money has changed: the wallet, and what the orders say of it. */
const useCreditedMoney = (): void => {
  const client = useQueryClient();
  useEffect(() => void readAgain(client, CHANGED), [client]);
};

/** A trade that can no longer be paid, and the ways on: another one, or the order. */
const Over = ({ onBack, onOrders }: Omit<PayTradeProps, 'payment'>): ReactNode => (
  <div className="sp-stack">
    <div role="status">{texts.over}</div>
    <span className="sp-dim sp-small">{texts.missing}</span>
    <Button size="md" onClick={onBack}>
      {texts.anew}
    </Button>
    <Button variant="default" onClick={onOrders}>
      {payTexts.closed.toOrders}
    </Button>
  </div>
);
