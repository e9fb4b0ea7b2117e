import { Button } from '@mantine/core';
import { type Order, tradeModeNames } from '@skyport/contract/orders';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { shopTexts } from './shop-texts.ts';

const texts = shopTexts.unfinished;

interface UnfinishedProps {
  /** Orders with a payment under way, newest first. */
  readonly orders: readonly Order[];
  readonly onGoOn: (orderId: string) => void;
}

/** Says how many payments are under way, and leads back to the newest. */
export const Unfinished = ({ orders, onGoOn }: UnfinishedProps): ReactNode => {
  const [newest] = orders;
  if (!newest || newest.pay_mode === '') return null;
  return (
    <section className="sp-card sp-row sp-between" aria-label={texts.title(orders.length)}>
      <div>
        <b role="status">{texts.title(orders.length)}</b>
        <div className="sp-dim sp-small">
          {texts.newest(orders.length, newest.desc, tradeModeNames[newest.pay_mode])}
        </div>
      </div>
      <div className="sp-row">
        {orders.length > 1 && (
          <Button component={Link} to="/order" variant="default">
            {texts.all}
          </Button>
        )}
        <Button onClick={() => onGoOn(newest._id)}>{texts.goOn}</Button>
      </div>
    </section>
  );
};
