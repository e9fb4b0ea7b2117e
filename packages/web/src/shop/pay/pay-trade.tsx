import { Button } from '@mantine/core';
import { ordersCalls, type PayMode, type Trade } from '@skyport/contract/orders';
import { type ReactNode, useEffect, useState } from 'react';
import { useCall } from '../../api/index.ts';
import { timeLeft } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import { POLL_MS } from './pay-rules.ts';
import classes from './pay.module.css';
import { payTexts } from './pay-texts.ts';
import { WayToPay } from './way-to-pay.tsx';

const texts = payTexts.waiting;

const SECOND_MS = 1000;

interface PayTradeProps {
  readonly trade: Trade;
  readonly mode: PayMode;
  readonly onPaid: (paid: Pick<Trade, 'add_traffic' | 'add_vip_duration'>) => void;
  /** Back to the order and its ways to pay. */
  readonly onBack: () => void;
}

/** A trade that waits for its money: where to pay and how long, and its state, asked for as long as this is shown. */
export const PayTrade = ({ trade, mode, onPaid, onBack }: PayTradeProps): ReactNode => {
  const { data } = useCall(ordersCalls.tradeStatus, { trade_id: trade._id }, { refetchEvery: POLL_MS, silent: true });
  useEffect(() => {
    if (data?.status === 'paied') onPaid(data);
  }, [data, onPaid]);
  const left = useMsLeft(trade.seconds_left);
  // A trade that is over can still be paid by money that was on its way, so its state is asked for nevertheless.
  if (data?.status === 'cancled' || left <= 0) return <Over onBack={onBack} />;
  return (
    <div className="sp-stack">
      <WayToPay trade={trade} mode={mode} />
      <div className={classes.wait} role="status">
        {texts.state}
      </div>
      <span className="sp-dim sp-small" role="timer">
        {texts.left(timeLeft(left))}
      </span>
      <Button variant="default" onClick={onBack}>
        {texts.back}
      </Button>
      <span className="sp-dim sp-small">{texts.stays}</span>
    </div>
  );
};

/** Ms that are left of so many seconds, from the moment on that this is shown: clocks of customers may be wrong. */
const useMsLeft = (seconds: number): number => {
  const [end] = useState(() => Date.now() + seconds * SECOND_MS);
  return end - useNow();
};

/** A trade that can no longer be paid, and the way to another one. */
const Over = ({ onBack }: Pick<PayTradeProps, 'onBack'>): ReactNode => (
  <div className="sp-stack">
    <div role="status">{texts.over}</div>
    <Button size="md" onClick={onBack}>
      {texts.anew}
    </Button>
  </div>
);
