/** Query of the list of trades that names the order whose window is open there; the server's notices have it too. */
export const ORDER_QUERY = 'order';

/** The address at which staff see one order. */
export const orderAddress = (id: string): string => `/admin_tradeList?${ORDER_QUERY}=${encodeURIComponent(id)}`;
