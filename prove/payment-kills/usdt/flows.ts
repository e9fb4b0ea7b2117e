import assert from 'node:assert/strict';
import type { OrderState } from '@skyport/contract/order-states';
import { buy, cancel, type Bought } from '../../order-kills/acts.ts';
import { buyAgain, statesOf, type Purchase } from '../../order-kills/flows.ts';
import type { PayFlow } from '../provider.ts';
import type { PayWorld } from '../world.ts';
import { chainOf, chains, halfOf, paymentOf, send, type ProvedChain } from './coins.ts';
import { awaitReading, pay, settleChain } from './payers.ts';

/** The way of a transfer from a look at its chain into the inbox. */
const WATCHED = [
  'watch.before-look',
  'watch.read',
  'watch.noted',
  'watch.before-commit',
  'watch.after-commit',
  'deposit.locked',
  'deposit.noted',
  'deposit.before-commit',
  'deposit.after-commit',
] as const;
const SETTLED = ['claim.before-settle', 'settle.before-commit', 'claim.settled'] as const;

type Strike = (world: PayWorld, purchase: Purchase) => Promise<void>;

const sendFor =
  (more: Parameters<typeof paymentOf>[2] = {}): Strike =>
  async (world, { user, trade }) => {
    await send(world.coins, chainOf(trade!), paymentOf(user, trade!, more));
    await settleChain(world);
  };

/** Buys again what is not paid by now, and pays it. */
const payUp = async (world: PayWorld, purchase: Purchase, network: ProvedChain): Promise<OrderState> => {
  await world.settleDown();
  if ((await statesOf(world, purchase)).get(purchase.orderId) === 'paied') return 'paied';
  await awaitReading(world);
  const trade = await buyAgain(world, purchase, { mode: 'usdt', network });
  assert(!trade.isPaid, 'the wallet has paid what money from outside should');
  await pay(world, purchase.user, trade);
  await world.settleDown();
  return 'paied';
};

/** Pays two orders of one customer by one transaction. */
const sendTwo = async (world: PayWorld, { user, trade }: Purchase, second: Bought): Promise<void> => {
  await send(world.coins, chainOf(trade!), paymentOf(user, trade!), paymentOf(user, second));
  await settleChain(world);
};

const flowsOn = (network: ProvedChain): PayFlow[] => {
  const before = { fund: 10, isBought: true, mode: 'usdt', network } as const;
  const shared = { before, begin: awaitReading };
  return [
    {
      ...shared,
      name: `USDT come for an order on ${network}`,
      points: [...WATCHED, ...SETTLED, 'grant.before-ledger', 'grant.after-ledger'],
      strike: sendFor(),
      resume: (world, purchase) => payUp(world, purchase, network),
    },
    {
      ...shared,
      name: `a payment in USDT is begun on ${network}`,
      points: ['buy.before-commit', 'buy.after-commit'],
      before: { fund: 10 },
      strike: (world, { user, orderId }) => buy(world, user, { orderId, mode: 'usdt', network }),
      resume: (world, purchase) => payUp(world, purchase, network),
    },
    {
      ...shared,
      name: `USDT come for a cancelled order on ${network}`,
      points: ['deposit.locked', 'deposit.before-commit', 'deposit.after-commit', ...SETTLED],
      strike: async (world, purchase) => {
        await cancel(world, purchase.user, purchase.orderId);
        await sendFor()(world, purchase);
      },
      resume: async (world) => {
        await world.settleDown();
        return 'cancled';
      },
    },
    {
      ...shared,
      name: `an amount that nobody asked for comes on ${network}`,
      points: ['watch.noted', 'deposit.noted', 'deposit.after-commit', 'claim.before-settle', 'claim.settled'],
      strike: (world, purchase) => sendFor(halfOf(purchase.trade!))(world, purchase),
      resume: (world, purchase) => payUp(world, purchase, network),
    },
    {
      ...shared,
      name: `USDT come twice by one transaction on ${network}`,
      points: ['watch.before-commit', 'deposit.locked', 'deposit.noted', 'deposit.after-commit', 'claim.settled'],
      strike: (world, purchase) => sendTwo(world, purchase, purchase.trade!),
      resume: (world, purchase) => payUp(world, purchase, network),
    },
  ];
};

/** Every way by which USDT come. */
export const flows: readonly PayFlow[] = chains.flatMap(flowsOn);
