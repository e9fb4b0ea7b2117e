/** States of an order, as the specification spells them. `wallet_spend`: the wallet's share is held. */
export const orderStates = ['topay', 'wallet_spend', 'paied', 'cancled'] as const;
export type OrderState = (typeof orderStates)[number];

/**
 * States of a trade. `asking`: the provider has not answered yet; `open`: the customer can pay; `credited`: its money
 * paid nothing. A closed trade can still be paid: money that arrives late is money.
 */
export const tradeStates = ['asking', 'open', 'paied', 'credited', 'closed'] as const;
export type TradeState = (typeof tradeStates)[number];

/** Every change of an order's state. The database has the same rows and refuses any other (`state_changes`). */
export const orderChanges = {
  topay: ['wallet_spend', 'paied', 'cancled'],
  wallet_spend: ['paied', 'cancled'],
  paied: [],
  cancled: [],
} as const satisfies Record<OrderState, readonly OrderState[]>;

/** The same of a trade. */
export const tradeChanges = {
  asking: ['open', 'paied', 'credited', 'closed'],
  open: ['paied', 'credited', 'closed'],
  paied: [],
  credited: ['paied'],
  closed: ['paied', 'credited'],
} as const satisfies Record<TradeState, readonly TradeState[]>;

/** Whether an order can still be paid or cancelled. */
export const isOpenOrder = (state: OrderState): boolean => orderChanges[state].length > 0;

/** States of an order that can still be paid or cancelled. */
export const openOrderStates = orderStates.filter(isOpenOrder);

/** Whether a customer can still pay a trade. */
export const isLivingTrade = (state: TradeState): boolean => state === 'asking' || state === 'open';

/** States of a trade that its customer can still pay. */
export const livingTradeStates = tradeStates.filter(isLivingTrade);

/**
 * The state of a trade as staff are told it: that of its order while it can be paid and when its money paid nothing;
 * `cancled` when it is closed.
 */
export const shownTradeState = (trade: TradeState, order: OrderState): OrderState => {
  if (trade === 'paied') return 'paied';
  return trade === 'closed' ? 'cancled' : order;
};

/**
 * The state of a trade as its buyer is told it: that of its order, whichever trade has paid it; `cancled` when it is
 * closed and the order still waits.
 */
export const buyersTradeState = (trade: TradeState, order: OrderState): OrderState =>
  trade === 'closed' && isOpenOrder(order) ? 'cancled' : order;
