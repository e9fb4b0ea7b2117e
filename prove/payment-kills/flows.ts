import assert from 'node:assert/strict';
import type { OrderState } from '@skyport/contract/order-states';
import type { PayMode } from '@skyport/contract/orders';
import { watchQueries } from '@skyport/server/orders/queries';
import { buy, cancel } from '../order-kills/acts.ts';
import { statesOf, type Flow, type Purchase } from '../order-kills/flows.ts';
import { pay, payStray, tillOf, type Payable } from './payers.ts';
import { notify } from './post.ts';
import type { PayWorld } from './world.ts';

type PayFlow = Flow<PayWorld>;

const MODES: readonly PayMode[] = ['alipay', 'wxpay'];
/** The ways of a notification through the shop. */
const NOTIFIED = [
  'claim.stored',
  'claim.before-settle',
  'settle.before-commit',
  'grant.before-ledger',
  'grant.after-ledger',
  'claim.settled',
] as const;
/** The same for money that pays no order. */
const CREDITED = ['claim.stored', 'claim.before-settle', 'settle.before-commit', 'claim.settled'] as const;

const payableOf = (world: PayWorld, { user, trade }: Purchase, mode: PayMode): Payable => ({
  user,
  trade: trade!,
  till: tillOf(world, mode),
});

/** The customer pays, `more` fen above what is asked, and the gateway tells of it. */
const payAndTell =
  (mode: PayMode, more = 0) =>
  async (world: PayWorld, purchase: Purchase): Promise<void> => {
    const payable = payableOf(world, purchase, mode);
    const order = await pay(world, payable, more);
    assert(order, 'nothing can be paid at the gateway');
    await notify(world, payable.till, order);
  };

/** The customer pays, nobody tells of it, and time passes until the gateway is asked. */
const payAndWait =
  (mode: PayMode) =>
  async (world: PayWorld, purchase: Purchase): Promise<void> => {
    const order = await pay(world, payableOf(world, purchase, mode));
    assert(order, 'nothing can be paid at the gateway');
    world.silent.add(order.tradeNo);
    await world.pass(ASKED_MS);
    const { db, jobs } = world.shop.app.deps;
    await jobs.add(db, watchQueries, {});
  };

/** Pays an order to its end, as far as it is not paid by now. */
const payUp =
  (mode: PayMode) =>
  async (world: PayWorld, purchase: Purchase): Promise<OrderState> => {
    await world.settleDown();
    if ((await statesOf(world, purchase)).get(purchase.orderId) === 'paied') return 'paied';
    const trade = await buy(world, purchase.user, { orderId: purchase.orderId, mode });
    assert(trade && !trade.isPaid, 'after the panel was killed an order cannot be bought any more');
    await payAndTell(mode)(world, { ...purchase, trade });
    await world.settleDown();
    return 'paied';
  };

const settle = (state: OrderState) => async (world: PayWorld) => {
  await world.settleDown();
  return state;
};

/** So old is a trade when its gateway is asked about it. */
const ASKED_MS = 11_000;
const BOUGHT = { fund: 10, hasCoupon: true, isBought: true } as const;

const flowsOf = (mode: PayMode): PayFlow[] => [
  {
    name: `money comes for an order by ${mode}`,
    points: NOTIFIED,
    before: { ...BOUGHT, mode },
    strike: payAndTell(mode),
    resume: payUp(mode),
  },
  {
    name: `a payment by ${mode} is begun`,
    points: ['buy.before-commit', 'buy.after-commit', 'ask.before-answer', 'ask.after-answer'],
    before: { fund: 10 },
    strike: (world, { user, orderId }) => buy(world, user, { orderId, mode }),
    resume: payUp(mode),
  },
  {
    name: `money comes for a cancelled order by ${mode}`,
    points: CREDITED,
    before: { ...BOUGHT, mode },
    strike: async (world, purchase) => {
      const order = await pay(world, payableOf(world, purchase, mode));
      assert(order, 'nothing can be paid at the gateway');
      await cancel(world, purchase.user, purchase.orderId);
      return notify(world, tillOf(world, mode), order);
    },
    resume: settle('cancled'),
  },
  {
    name: `too little comes by ${mode}`,
    points: CREDITED,
    before: { ...BOUGHT, mode },
    strike: payAndTell(mode, -1),
    resume: payUp(mode),
  },
  {
    name: `too much comes by ${mode}`,
    points: ['settle.before-commit', 'grant.after-ledger', 'claim.settled'],
    before: { ...BOUGHT, mode },
    strike: payAndTell(mode, 301),
    resume: payUp(mode),
  },
  {
    name: `nobody tells of money by ${mode}`,
    points: ['query.before-ask', 'query.said', 'claim.before-settle', 'settle.before-commit', 'claim.settled'],
    before: { ...BOUGHT, mode },
    strike: payAndWait(mode),
    resume: payUp(mode),
  },
  {
    name: `money for no trade comes by ${mode}`,
    points: ['claim.stored', 'claim.before-settle', 'claim.settled'],
    before: { mode },
    strike: (world) => notify(world, tillOf(world, mode), payStray(world, tillOf(world, mode))),
    resume: settle('topay'),
  },
];

/** Every way; the first that names a point is the one of a quick run. */
export const flows: readonly PayFlow[] = MODES.flatMap(flowsOf);
