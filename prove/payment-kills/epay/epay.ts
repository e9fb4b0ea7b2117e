import type { GatewayOrder } from '../../../testkit/epay/books.ts';
import { prepare } from '../../order-kills/flows.ts';
import type { ProvedProvider } from '../provider.ts';
import { listUnasked } from '../silent.ts';
import type { PayWorld } from '../world.ts';
import { gatewayProblems } from './books.ts';
import { actAtGateways } from './crowd.ts';
import { flows } from './flows.ts';
import { pay } from './payers.ts';
import { notify } from './post.ts';
import { startTills } from './tills.ts';
import { troubles } from './troubles.ts';
import { wrongsAt } from './wrong.ts';

/** How often a gateway tells of a payment. */
const TELLINGS = 5;

const isToTell = ({ silent }: PayWorld, { paidFen, acknowledged, tradeNo }: GatewayOrder): boolean =>
  paidFen > 0 && !acknowledged && !silent.has(tradeNo);

/** Gateways tell of what was paid until they hear that it is stored. */
const tellAll = async (world: PayWorld): Promise<void> => {
  for (const till of world.tills)
    for (const order of till.gateway.books.orders.values())
      for (let tries = 1; isToTell(world, order); tries += 1) {
        if (tries > TELLINGS) throw new Error(`${order.tradeNo} is not acknowledged`);
        await notify(world, till, order);
      }
};

/** EPay of both versions. */
export const epay: ProvedProvider = {
  name: 'EPay',
  open: async (app, front) => {
    const tills = await startTills(app, front);
    return { tills, stop: () => Promise.all(tills.map(({ gateway }) => gateway.close())) };
  },
  flows,
  wrongs: ({ tills }, isQuick) => wrongsAt(tills, isQuick),
  troubles: troubles.map(([name, trouble]) => ({
    name,
    begin: ({ tills }) => tills.forEach(({ gateway }) => Object.assign(gateway.trouble, trouble)),
  })),
  act: actAtGateways,
  acknowledge: ({ tills }) =>
    tills.map((till) => ({
      name: till.instance,
      pay: async (world) => {
        const { user, trade } = await prepare(world, { before: { isBought: true, mode: till.mode } });
        const order = await pay(world, { user, trade: trade!, till });
        if (!order || !(await notify(world, till, order))) throw new Error('a payment is not acknowledged');
      },
    })),
  recover: ({ tills }) => tills.forEach(({ gateway }) => gateway.recover()),
  stir: tellAll,
  unheard: listUnasked,
  audit: gatewayProblems,
};
