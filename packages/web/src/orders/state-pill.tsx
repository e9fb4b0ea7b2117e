import { isOpenOrder } from '@skyport/contract/order-states';
import { type Order, orderStateNames } from '@skyport/contract/orders';
import type { ReactNode } from 'react';
import type { Credited } from './rules.ts';
import { texts } from './texts.ts';

/** The state of an order or a trade, and how much of the money for it went to the wallet. */
interface Stated {
  readonly status: Order['status'];
  readonly credited: Credited;
}

/** That state in words. */
export const stateText = ({ status, credited }: Stated): string =>
  credited ? `${orderStateNames[status]} · ${texts.credited[credited]}` : orderStateNames[status];

/** Green for what is done, warm for what waits for money; what is over has no colour. */
const toneOf = ({ status }: Stated): string | undefined => {
  if (status === 'paied') return undefined;
  return isOpenOrder(status) ? 'reward' : 'plain';
};

/** That state as it stands in lists and windows. */
export const StatePill = (stated: Stated): ReactNode => (
  <span className="sp-row">
    <span className="sp-pill" data-tone={toneOf(stated)}>
      {orderStateNames[stated.status]}
    </span>
    {stated.credited && (
      <span className="sp-pill" data-tone="accent">
        {texts.credited[stated.credited]}
      </span>
    )}
  </span>
);
