import { Button } from '@mantine/core';
import { ordersCalls, type PayMode, type Trade } from '@skyport/contract/orders';
import { type ReactNode, useEffect } from 'react';
import { useCall } from '../../api/index.ts';
import { POLL_MS } from './pay-rules.ts';
import classes from './pay.module.css';
import { payTexts } from './pay-texts.ts';
import { WayToPay } from './way-to-pay.tsx';

const texts = payTexts.waiting;

interface PayTradeProps {
  readonly trade: Trade;
  readonly mode: PayMode;
  readonly onPaid: (paid: Pick<Trade, 'add_traffic' | 'add_vip_duration'>) => void;
  /** Back to the order and its ways to pay. */
  readonly onBack: () => void;
}

/** A trade that waits for its money: where to pay, and its state, asked for as long as this is shown. */
export const PayTrade = ({ trade, mode, onPaid, onBack }: PayTradeProps): ReactNode => {
  const { data } = useCall(ordersCalls.tradeStatus, { trade_id: trade._id }, { refetchEvery: POLL_MS, silent: true });
  useEffect(() => {
    if (data?.status === 'paied') onPaid(data);
  }, [data, onPaid]);
  // A trade that is closed can still be paid by money that was on its way, so its state is asked for nevertheless.
  const over = data?.status === 'cancled';
  return (
    <div className="sp-stack">
      {!over && <WayToPay trade={trade} mode={mode} />}
      <div className={classes.wait} role="status">
        {over ? texts.over : texts.state}
      </div>
      <Button variant="default" onClick={onBack}>
        {texts.back}
      </Button>
      <span className="sp-dim sp-small">{texts.stays}</span>
    </div>
  );
};
