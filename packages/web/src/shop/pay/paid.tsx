import { Button } from '@mantine/core';
import { accountsCalls } from '@skyport/contract/accounts';
import { ordersCalls, type Trade } from '@skyport/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { readAgain } from '../../api/index.ts';
import { useHomeCountdown } from '../../ui/use-home-countdown.ts';
import { giftOf, HOME_S } from './pay-rules.ts';
import { payTexts } from './pay-texts.ts';

const texts = payTexts.paid;

/** What is somebody's own and has changed with a payment. */
const CHANGED = [accountsCalls.userInfo, accountsCalls.myPermissions, ordersCalls.orderList];

interface PaidProps {
  readonly trade: Pick<Trade, 'add_traffic' | 'add_vip_duration'>;
  readonly onGo: () => void;
}

/** A payment that has arrived: what it gave, and the way home, which is taken by itself after five seconds. */
export const Paid = ({ trade, onGo }: PaidProps): ReactNode => {
  const client = useQueryClient();
  useEffect(() => void readAgain(client, CHANGED), [client]);
  const left = useHomeCountdown(HOME_S);
  return (
    <div className="sp-stack">
      <div role="status">
        <b>{texts.added}</b>
        <div>{giftOf(trade).join('、')}</div>
      </div>
      <span className="sp-dim sp-small">{texts.soon(left)}</span>
      <Button size="md" onClick={onGo}>
        {texts.go}
      </Button>
    </div>
  );
};
