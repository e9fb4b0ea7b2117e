import { isOpenOrder } from '@skyport/contract/order-states';
import { moneyMarks, orderMoneyWords, stateName, type Stated } from '@skyport/contract/trades-columns';
import type { ReactNode } from 'react';

/** Green for what is done, warm for what waits for money; what is over has no colour. */
const toneOf = ({ status }: Stated): string | undefined => {
  if (status === 'paied') return undefined;
  return isOpenOrder(status) ? 'reward' : 'plain';
};

/** That state as it stands in lists and windows. */
export const StatePill = (stated: Stated): ReactNode => (
  <span className="sp-row">
    <span className="sp-pill" data-tone={toneOf(stated)}>
      {stateName(stated)}
    </span>
    {moneyMarks(stated).map((mark) => (
      <span key={mark} className="sp-pill" data-tone={mark === orderMoneyWords.unclaimed ? 'reward' : 'accent'}>
        {mark}
      </span>
    ))}
  </span>
);
