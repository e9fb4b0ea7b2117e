import { cancel } from '../order-kills/acts.ts';
import { oneOf, wish, type Wishes } from '../order-kills/crowd.ts';
import type { PayWorld } from './world.ts';

/** One thing that a client does who pays from outside: at any provider. */
export const actOfPayers = async (world: PayWorld, own: Wishes): Promise<unknown> => {
  const { user, orders } = own;
  const dice = world.random();
  const order = oneOf(world, orders);
  if (!order || dice < 0.2) return wish(world, own);
  if (dice < 0.26) return cancel(world, user, order.id);
  return oneOf(world, world.providers)!.act(world, own);
};
