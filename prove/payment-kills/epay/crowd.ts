import { buy } from '../../order-kills/acts.ts';
import { oneOf, type Wishes } from '../../order-kills/crowd.ts';
import { numberOf, pay, payStray, tillOf } from './payers.ts';
import { notify, sendElsewhere, sendMutated, spread } from './post.ts';
import type { PayWorld } from '../world.ts';

const MODES = ['alipay', 'wxpay'] as const;
const isOurs = (mode: string): boolean => (MODES as readonly string[]).includes(mode);
/** Fen above what is asked. */
const MORE = [0, 0, 0, 0, 0, -1, 500];

/** Somebody pays one of the trades; its gateway tells of it at once, many times over, or not before it is asked to. */
const payOne = async (world: PayWorld, { user, orders }: Wishes): Promise<unknown> => {
  const trade = oneOf(
    world,
    orders.flatMap(({ trades }) => trades).filter(({ mode }) => isOurs(mode)),
  );
  if (!trade) return undefined;
  const till = tillOf(world, trade.mode);
  const order = await pay(world, { user, trade, till }, oneOf(world, MORE));
  if (!order) return undefined;
  const dice = world.random();
  if (dice < 0.15) return world.silent.add(order.tradeNo);
  if (dice < 0.3) return undefined;
  return dice < 0.6 ? notify(world, till, order) : spread(world, till, order);
};

/** A gateway says once more, in any order, what it has said before; or somebody changes it on its way. */
const sayOld = async (world: PayWorld): Promise<unknown> => {
  const till = oneOf(world, world.tills)!;
  const order = oneOf(
    world,
    [...till.gateway.books.orders.values()].filter(({ paidFen }) => paidFen > 0),
  );
  if (!order) return undefined;
  const dice = world.random();
  if (dice < 0.5) return notify(world, till, order);
  return dice < 0.8 ? sendMutated(world, till, order) : sendElsewhere(world, till, order);
};

/** Money that belongs to no trade, or that came at another gateway than its trade was made for. */
const payOddly = async (world: PayWorld, { orders }: Wishes): Promise<unknown> => {
  const till = oneOf(world, world.tills)!;
  const trade = oneOf(
    world,
    orders.flatMap(({ trades }) => trades).filter(({ mode }) => isOurs(mode) && mode !== till.mode),
  );
  const isKnown = trade && till.gateway.books.find(numberOf(trade), till.gateway.now());
  if (isKnown) return undefined;
  return notify(world, till, payStray(world, till, trade && { outTradeNo: numberOf(trade) }));
};

/** One thing that a client does who pays at gateways. */
export const actAtGateways = async (world: PayWorld, own: Wishes): Promise<unknown> => {
  const { user, orders } = own;
  const dice = world.random();
  if (dice < 0.35) {
    const order = oneOf(world, orders)!;
    const trade = await buy(world, user, { orderId: order.id, mode: oneOf(world, MODES)! });
    if (trade && !trade.isPaid) order.trades.push(trade);
    return trade;
  }
  if (dice < 0.77) return payOne(world, own);
  return dice < 0.93 ? sayOld(world) : payOddly(world, own);
};
