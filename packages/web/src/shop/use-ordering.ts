import { CallError } from '@skyport/contract/client';
import { isUnderWay, type Order, ordersCalls } from '@skyport/contract/orders';
import type { Combo } from '@skyport/contract/shop';
import { shopCalls } from '@skyport/contract/shop';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hasToken } from '../accounts/index.ts';
import { leadToLogIn, personNow, readAgain, readOptions, useChange } from '../api/index.ts';
import { useLeftOrder } from './index.ts';
import { shopTexts as texts } from './shop-texts.ts';

/** An order in the window in which it is paid. */
interface ShownOrder {
  readonly id: string;
  /** Until the window is closed. */
  readonly opened: boolean;
  /** Goes on with the payment under way. */
  readonly resumes: boolean;
}

/** A product that is bought again while an order for it has a payment under way. */
export interface SecondOrder {
  readonly combo: Combo;
  readonly first: Order;
  /** Until the customer has decided. */
  readonly opened: boolean;
}

/** The order that is being paid, and what makes one. */
export interface Ordering {
  /** The order of the window, once there was one. */
  readonly order: ShownOrder | undefined;
  /** Id of the product that is being ordered at the moment. */
  readonly busyWith: string | undefined;
  /** What the customer decides about before a second order is made. */
  readonly second: SecondOrder | undefined;
  /** Makes an order for a product; visitors are led to log in, and come back here. */
  readonly buy: (combo: Combo) => void;
  /** Makes the second order. */
  readonly buyAnother: (combo: Combo) => void;
  /** Shows the payment of an order that is under way. */
  readonly resume: (orderId: string) => void;
  readonly close: () => void;
}

/** An order for a product with a payment under way, as the server knows it now; undefined when it does not answer. */
const findUnderWay = async (client: QueryClient, comboId: string): Promise<Order | undefined> => {
  try {
    const read = readOptions(ordersCalls.orderList, {}, personNow());
    const orders = await client.fetchQuery({ ...read, staleTime: 0, retry: false, meta: { silent: true } });
    return orders.find((order) => order.combo_id === comboId && isUnderWay(order));
  } catch (problem) {
    if (problem instanceof CallError) return undefined;
    throw problem;
  }
};

/** Makes orders of products, one after the other. */
export const useOrdering = (): Ordering => {
  const client = useQueryClient();
  const left = useLeftOrder();
  const [order, setOrder] = useState<ShownOrder | undefined>(
    left === undefined ? undefined : { id: left, opened: true, resumes: true },
  );
  const [wanted, setWanted] = useState<string>();
  const [second, setSecond] = useState<SecondOrder>();
  const create = useChange(ordersCalls.createOrder, {
    failed: { prefix: texts.createFailed },
    invalidates: [ordersCalls.orderList],
    onDone: ({ _id: id }) => setOrder({ id, opened: true, resumes: false }),
    // A product that is not sold any more disappears from the page.
    onFailed: () => void readAgain(client, [shopCalls.list]),
  });
  const decide = (): void => setSecond((before) => before && { ...before, opened: false });
  const run = async (combo: Combo, isSecond: boolean): Promise<void> => {
    setWanted(combo._id);
    const first = isSecond ? undefined : await findUnderWay(client, combo._id);
    if (first) setSecond({ combo, first, opened: true });
    else await create.run({ combo_id: combo._id });
    setWanted(undefined);
  };
  return {
    order,
    busyWith: wanted,
    second,
    buy: (combo) => (hasToken() ? void run(combo, false) : leadToLogIn()),
    buyAnother: (combo) => {
      decide();
      void run(combo, true);
    },
    resume: (id) => {
      decide();
      setOrder({ id, opened: true, resumes: true });
    },
    close: () => {
      decide();
      setOrder((before) => before && { ...before, opened: false });
    },
  };
};
