import assert from 'node:assert/strict';
import type { OrderState } from '@skyport/contract/order-states';
import type { PayMode } from '@skyport/contract/orders';
import { watchQueries } from '@skyport/server/orders/queries';
import { buy, cancel } from '../order-kills/acts.ts';
import { buyAgain, statesOf, type Purchase } from '../order-kills/flows.ts';
import type { PayFlow } from './provider.ts';
import type { PayWorld } from './world.ts';

/** A provider at which customers pay, and which tells the shop of it. */
export interface Cashier<Paid extends object> {
  /** What its flows are told apart by. */
  readonly name: string;
  readonly mode: PayMode;
  /** A customer pays a trade, `more` fen above what it asks; nothing where that cannot be paid now. */
  pay(world: PayWorld, purchase: Purchase, more?: number): Promise<Paid | undefined>;
  /** It tells of a payment. */
  notify(world: PayWorld, paid: Paid): Promise<unknown>;
  /** What the shop knows a payment by. */
  referenceOf(paid: Paid): string;
  /** Whether another amount can come there than was asked. */
  readonly takesOther: boolean;
  /** Somebody pays for no trade of ours; absent where that is heard of by nobody. */
  payStray?(world: PayWorld): Paid;
}

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
const BEGUN = ['buy.before-commit', 'buy.after-commit', 'ask.before-answer', 'ask.after-answer'] as const;
const ASKED = [
  'query.before-ask',
  'query.said',
  'claim.before-settle',
  'settle.before-commit',
  'claim.settled',
] as const;
const BOUGHT = { fund: 10, hasCoupon: true, isBought: true } as const;
/** So old is a trade when its gateway is asked about it. */
const ASKED_MS = 11_000;

/** What people do at one cashier. */
const actsAt = <Paid extends object>(cashier: Cashier<Paid>) => {
  const pay = async (world: PayWorld, purchase: Purchase, more = 0): Promise<Paid> => {
    const paid = await cashier.pay(world, purchase, more);
    assert(paid, 'nothing can be paid at the gateway');
    return paid;
  };
  const payAndTell =
    (more = 0) =>
    async (world: PayWorld, purchase: Purchase): Promise<unknown> =>
      cashier.notify(world, await pay(world, purchase, more));
  return {
    payAndTell,
    /** Nobody tells of what was paid, and time passes until the gateway is asked. */
    payAndWait: async (world: PayWorld, purchase: Purchase): Promise<void> => {
      world.silent.add(cashier.referenceOf(await pay(world, purchase)));
      await world.pass(ASKED_MS);
      const { db, jobs } = world.shop.app.deps;
      await jobs.add(db, watchQueries, {});
    },
    payAndCancel: async (world: PayWorld, purchase: Purchase): Promise<unknown> => {
      const paid = await pay(world, purchase);
      await cancel(world, purchase.user, purchase.orderId);
      return cashier.notify(world, paid);
    },
    /** Pays an order to its end, as far as it is not paid by now. */
    payUp: async (world: PayWorld, purchase: Purchase): Promise<OrderState> => {
      await world.settleDown();
      if ((await statesOf(world, purchase)).get(purchase.orderId) === 'paied') return 'paied';
      const trade = await buyAgain(world, purchase, { mode: cashier.mode });
      // Too little for a gateway's smallest amount may be enough for the wallet.
      if (trade.isPaid) return 'paied';
      await payAndTell()(world, { ...purchase, trade });
      await world.settleDown();
      return 'paied';
    },
  };
};

const settle = (state: OrderState) => async (world: PayWorld) => {
  await world.settleDown();
  return state;
};

/** Every way by which money comes at a cashier. */
export const flowsAt = <Paid extends object>(cashier: Cashier<Paid>): PayFlow[] => {
  const { name, mode, takesOther, payStray } = cashier;
  const { payAndTell, payAndWait, payAndCancel, payUp } = actsAt(cashier);
  const bought = { ...BOUGHT, mode };
  const usual: PayFlow[] = [
    {
      name: `money comes for an order by ${name}`,
      points: NOTIFIED,
      before: bought,
      strike: payAndTell(),
      resume: payUp,
    },
    {
      name: `a payment by ${name} is begun`,
      points: BEGUN,
      before: { fund: 10 },
      strike: (world, { user, orderId }) => buy(world, user, { orderId, mode }),
      resume: payUp,
    },
    {
      name: `money comes for a cancelled order by ${name}`,
      points: CREDITED,
      before: bought,
      strike: payAndCancel,
      resume: settle('cancled'),
    },
    { name: `nobody tells of money by ${name}`, points: ASKED, before: bought, strike: payAndWait, resume: payUp },
  ];
  const others: PayFlow[] = [
    { name: `too little comes by ${name}`, points: CREDITED, before: bought, strike: payAndTell(-1), resume: payUp },
    {
      name: `too much comes by ${name}`,
      points: ['settle.before-commit', 'grant.after-ledger', 'claim.settled'],
      before: bought,
      strike: payAndTell(301),
      resume: payUp,
    },
  ];
  const stray: PayFlow[] = payStray
    ? [
        {
          name: `money for no trade comes by ${name}`,
          points: ['claim.stored', 'claim.before-settle', 'claim.settled'],
          before: { mode },
          strike: (world) => cashier.notify(world, payStray(world)),
          resume: settle('topay'),
        },
      ]
    : [];
  return [...usual, ...(takesOther ? others : []), ...stray];
};
