import { MOST_TRAFFIC } from '@skyport/contract/users-form';
import { MOST_OPEN_ORDERS, type ordersCalls } from '@skyport/contract/orders';
import { inTransaction, type Db } from '@skyport/db';
import { lockCustomer } from '../accounts/index.ts';
import { HOUR_MS } from '../platform/clock.ts';
import type { Deps, Handler } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { offeredCombo, type ComboRow } from '../shop/index.ts';
import { trafficOf } from '../traffic/index.ts';
import { changeOrder, insertOrder, lockOpenOrders, type OrderRow } from './order-store.ts';
import { presentOrder } from './present.ts';
import { texts } from './texts.ts';
import { lockTrades } from './trade-store.ts';

/** What an order copies of a product: later edits of the product change nothing. */
const copyOf = (combo: ComboRow) => ({
  combo_id: combo.id,
  name: combo.name,
  price: combo.price,
  traffic: combo.traffic,
  vip_days: combo.vip_days,
  bonus_percent: combo.bonus_percent,
  permission_ids: combo.permission_ids,
  permission_days: combo.permission_days,
});

const isCopyOf = (order: OrderRow, combo: ComboRow): boolean =>
  Object.entries(copyOf(combo)).every(
    ([name, value]) => JSON.stringify(order[name as keyof OrderRow]) === JSON.stringify(value),
  );

/** Whether nothing has happened to an order since it was made. */
const isUntouched = async (trx: Db, order: OrderRow): Promise<boolean> =>
  order.status === 'topay' &&
  order.coupon_use_id === null &&
  order.fixed_at === null &&
  (await lockTrades(trx, order.id)).length === 0;

/** When an order that is left alone from now on is cancelled. */
const expiryOf = ({ clock, settings }: Pick<Deps, 'clock' | 'settings'>): Date =>
  new Date(clock.now().getTime() + settings.current().order_expire_hours * HOUR_MS);

const findUntouched = async (trx: Db, open: readonly OrderRow[], combo: ComboRow): Promise<OrderRow | undefined> => {
  for (const order of open) if (isCopyOf(order, combo) && (await isUntouched(trx, order))) return order;
  return undefined;
};

/** Makes an order, or answers the one that the account left untouched, whose time begins anew. */
export const createOrder: Handler<(typeof ordersCalls)['createOrder']> = async ({ combo_id }, { caller }, deps) => {
  const order = await inTransaction(deps.db, async (trx) => {
    const customer = await lockCustomer(trx, caller.id, 'count');
    if (customer.isAgencyUser) refuse('roleForbidden');
    const combo = (await offeredCombo(trx, deps, { id: combo_id, caller })) ?? refuse('notFound', texts.gone);
    const open = await lockOpenOrders(trx, caller.id);
    const known = await findUntouched(trx, open, combo);
    const expires_at = expiryOf(deps);
    if (known) return changeOrder(trx, known.id, { expires_at });
    if (open.length >= MOST_OPEN_ORDERS) refuse('conflict', texts.tooMany(MOST_OPEN_ORDERS));
    // Money must never arrive for traffic that no account can hold.
    if (combo.traffic > 0 && (await trafficOf(trx, caller.num)).granted >= MOST_TRAFFIC)
      refuse('conflict', texts.tooMuch);
    const made = await insertOrder(trx, {
      ...copyOf(combo),
      id: deps.ids.next(),
      user_id: caller.id,
      user_num: caller.num,
      created_at: deps.clock.now(),
      expires_at,
    });
    deps.crash.at('order.before-commit');
    return made;
  });
  deps.crash.at('order.after-commit');
  return presentOrder(deps.db, order);
};
