import { isOpenOrder } from '@skyport/contract/order-states';
import { type Order, orderStateNames } from '@skyport/contract/orders';
import type { ReactNode } from 'react';
import type { Credited } from './rules.ts';
import { texts } from './texts.ts';

/** The state of an order or a trade, and what became of money that did not pay it. */
interface Stated {
  readonly status: Order['status'];
  /** How much of it went to the wallet. */
  readonly credited: Credited;
  /** Some of it is nobody's yet. */
  readonly unclaimed?: boolean;
}

const marksOf = ({ credited, unclaimed }: Stated): readonly string[] => [
  ...(unclaimed ? [texts.unclaimed] : []),
  ...(credited ? [texts.credited[credited]] : []),
];

/** That state in words. */
export const stateText = (stated: Stated): string => [orderStateNames[stated.status], ...marksOf(stated)].join(' · ');

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
    {marksOf(stated).map((mark) => (
      <span key={mark} className="sp-pill" data-tone={mark === texts.unclaimed ? 'reward' : 'accent'}>
        {mark}
      </span>
    ))}
  </span>
);
