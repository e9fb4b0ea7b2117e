import type { Combo } from '@skyport/contract/shop';
import { shopCalls } from '@skyport/contract/shop';
import { ordersCalls } from '@skyport/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hasToken } from '../accounts/index.ts';
import { leadToLogIn, readAgain, useChange } from '../api/index.ts';
import { shopTexts as texts } from './shop-texts.ts';

/** The order that is being paid, and what makes one. */
export interface Ordering {
  /** The order of the window, once there was one; `opened` until the window is closed. */
  readonly order: { readonly id: string; readonly opened: boolean } | undefined;
  /** Id of the product that is being ordered at the moment. */
  readonly busyWith: string | undefined;
  /** Makes an order for a product; visitors are led to log in, and come back here. */
  readonly buy: (combo: Combo) => void;
  readonly close: () => void;
}

/** Makes orders of products, one after the other. */
export const useOrdering = (): Ordering => {
  const client = useQueryClient();
  const [order, setOrder] = useState<Ordering['order']>();
  const [wanted, setWanted] = useState<string>();
  const create = useChange(ordersCalls.createOrder, {
    failed: { prefix: texts.createFailed },
    invalidates: [ordersCalls.orderList],
    onDone: ({ _id: id }) => setOrder({ id, opened: true }),
    // A product that is not sold any more disappears from the page.
    onFailed: () => void readAgain(client, [shopCalls.list]),
  });
  const buy = ({ _id }: Combo): void => {
    if (!hasToken()) return leadToLogIn();
    setWanted(_id);
    return void create.run({ combo_id: _id });
  };
  return {
    order,
    busyWith: create.busy ? wanted : undefined,
    buy,
    close: () => setOrder((before) => before && { ...before, opened: false }),
  };
};
