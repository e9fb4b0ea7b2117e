import { buy } from '../../order-kills/acts.ts';
import { oneOf, type Wishes } from '../../order-kills/crowd.ts';
import { numberOf } from '../epay/payers.ts';
import type { PayWorld } from '../world.ts';
import { pay, payStray, type Paid } from './payers.ts';
import { notify, sendElsewhere, sendMutated, spread } from './post.ts';
import type { BookedTill } from './till.ts';

/** Fen above what is asked. */
const MORE = [0, 0, 0, 0, 0, -1, 500];

/** Somebody pays one of the trades; the provider tells of it at once, many times over, or not before it is asked to. */
const payOne = async (world: PayWorld, { user, orders }: Wishes, till: BookedTill): Promise<unknown> => {
  const payable = orders
    .flatMap(({ trades }) => trades)
    .filter((each) => till.gateway.asks(numberOf(each)) !== undefined);
  const trade = oneOf(world, payable);
  const paid = trade && pay(world, { user, trade, till }, till.kind.takesOther ? oneOf(world, MORE) : 0);
  if (!paid) return undefined;
  const dice = world.random();
  if (dice < 0.15) return world.silent.add(paid.reference);
  if (dice < 0.3) return undefined;
  return dice < 0.6 ? notify(world, paid) : spread(world, paid);
};

/** A provider says once more, in any order, what it has said before; or somebody changes it on its way. */
const sayOld = async (world: PayWorld, till: BookedTill): Promise<unknown> => {
  const payment = oneOf(
    world,
    till.gateway.payments().filter(({ paidFen }) => paidFen > 0),
  );
  if (!payment) return undefined;
  const paid: Paid = { till, ...payment };
  const dice = world.random();
  if (dice < 0.5) return notify(world, paid);
  return dice < 0.8 ? sendMutated(world, paid) : sendElsewhere(world, paid);
};

/** One thing that a client does who pays at a till. */
export const actAtTill = async (world: PayWorld, own: Wishes, till: BookedTill): Promise<unknown> => {
  const { user, orders } = own;
  const dice = world.random();
  if (dice < 0.4) {
    const order = oneOf(world, orders)!;
    const trade = await buy(world, user, { orderId: order.id, mode: till.kind.mode });
    if (trade && !trade.isPaid) order.trades.push(trade);
    return trade;
  }
  if (dice < 0.8) return payOne(world, own, till);
  if (dice < 0.95 || !till.gateway.payStray) return sayOld(world, till);
  return notify(world, payStray(world, till));
};
