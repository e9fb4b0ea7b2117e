/** Query of the list of trades that names the order whose window is open there; the server's notices have it too. */
export const ORDER_QUERY = 'order';

/** Query of the list of trades that shows those of flagged orders alone. */
export const FLAGGED_QUERY = 'flagged';

/** The address at which staff see the trades of flagged orders. */
export const flaggedAddress = `/admin_tradeList?${FLAGGED_QUERY}=1`;

/** The address at which staff see one order. */
export const orderAddress = (id: string): string => `/admin_tradeList?${ORDER_QUERY}=${encodeURIComponent(id)}`;

/** The address at which staff see the trades that a text finds. */
export const tradesAddress = (find: string): string => `/admin_tradeList?find=${encodeURIComponent(find)}`;

/** The address at which staff see the money that a text finds. */
export const moneyAddress = (find: string): string => `/admin_money?tab=claims&find=${encodeURIComponent(find)}`;
