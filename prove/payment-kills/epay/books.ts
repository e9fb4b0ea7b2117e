import type { Audited } from '../provider.ts';
import { takingsProblems } from '../takings.ts';
import type { Till } from './tills.ts';

const tillProblems = (world: Audited, { gateway, instance }: Till): Promise<string[]> =>
  takingsProblems(world, {
    instance,
    payments: [...gateway.books.orders.values()].map((order) => ({ ...order, reference: order.tradeNo })),
    takings: gateway.books.takings(),
  });

/** What gateways' own books say and the shop does not, or the other way round; what was acknowledged and is lost. */
export const gatewayProblems = async (world: Audited): Promise<string[]> =>
  (await Promise.all(world.tills.map((till) => tillProblems(world, till)))).flat();
