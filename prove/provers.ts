import { accessOfAll } from './access.ts';
import { accountingSim } from './accounting-sim.ts';
import { allProtocolsKills } from './all-protocols-kills.ts';
import { bareServer } from './bare-server.ts';
import { deploy } from './deploy.ts';
import { firstNode } from './first-node.ts';
import { hostileInput } from './hostile-input.ts';
import { mainJobKills } from './main-job-kills.ts';
import { million } from './million.ts';
import { orderKills } from './order-kills.ts';
import { orderWalks } from './order-walks.ts';
import { paymentKills } from './payment-kills.ts';
import { races } from './races.ts';
import { resolvers } from './resolvers.ts';
import { shopMonth } from './shop-month.ts';
import { standby } from './standby.ts';
import { takenOverNode } from './taken-over-node.ts';
import { twoStarts } from './two-starts.ts';
import { upgrade } from './upgrade.ts';
import type { Prover } from './prover.ts';

/** Every prover by name. */
export const provers: Readonly<Record<string, Prover>> = {
  'accounting-sim': accountingSim,
  'main-job-kills': mainJobKills,
  'all-protocols-kills': allProtocolsKills,
  'two-starts': twoStarts,
  'hostile-input': hostileInput,
  'taken-over-node': takenOverNode,
  'order-walks': orderWalks,
  'order-kills': orderKills,
  'payment-kills': paymentKills,
  races,
  resolvers,
  'shop-month': shopMonth,
  standby,
  upgrade,
  million,
  access: accessOfAll,
  deploy,
  'bare-server': bareServer,
  'first-node': firstNode,
};
