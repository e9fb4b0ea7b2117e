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

const toneOf = ({ status }: Stated): string | undefined => {
  if (status === 'paied') return 'accent';
  return isOpenOrder(status) ? 'reward' : undefined;
};

/** That state as it stands in lists and windows. */
export const StatePill = (stated: Stated): ReactNode => (
  <span className="sp-row">
    <span className="sp-pill" data-tone={toneOf(stated)}>
      {orderStateNames[stated.status]}
    </span>
    {stated.credited && <span className="sp-pill">{texts.credited[stated.credited]}</span>}
  </span>
);
