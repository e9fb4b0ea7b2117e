import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useSession } from '../../accounts/index.ts';
import { readAgain } from '../../api/index.ts';
import { Dated } from '../../ui/dated.tsx';
import { dateTime, yuan } from '../../ui/format.ts';
import { useHomeCountdown } from '../../ui/use-home-countdown.ts';
import { CHANGED, giftOf, HOME_S } from './pay-rules.ts';
import { payTexts } from './pay-texts.ts';
import classes from './pay.module.css';
import type { Paid as PaidOrder } from './use-purchase.ts';

const texts = payTexts.paid;

interface PaidProps {
  readonly paid: PaidOrder;
  readonly onGo: () => void;
}

/** A payment that has arrived: what it gave, and the way home, which is taken by itself after five seconds. */
export const Paid = ({ paid: { gift, surplus }, onGo }: PaidProps): ReactNode => {
  const until = useMembershipEnd();
  const left = useHomeCountdown(HOME_S);
  return (
    <div className="sp-stack">
      <div role="status">
        <span className="sp-pill">{texts.added}</span>
        <div className={classes.gift}>{giftOf(gift).join('、')}</div>
      </div>
      {gift.add_vip_duration > 0 && until !== undefined && (
        <span>
          <Dated text={texts.until(until)} />
        </span>
      )}
      {surplus > 0 && <span>{texts.surplus(yuan(surplus))}</span>}
      <span className="sp-dim sp-small">{texts.next}</span>
      <Button size="md" onClick={onGo}>
        {texts.go}
      </Button>
      <span className="sp-dim sp-small">{texts.soon(left)}</span>
    </div>
  );
};

/** When the membership ends, once that was read again after the payment. */
const useMembershipEnd = (): string | undefined => {
  const client = useQueryClient();
  const [isFresh, setFresh] = useState(false);
  const { user } = useSession();
  useEffect(() => {
    void readAgain(client, CHANGED).then(() => setFresh(true));
  }, [client]);
  return isFresh && user?.vipExpireTime ? dateTime(user.vipExpireTime) : undefined;
};
