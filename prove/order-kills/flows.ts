import assert from 'node:assert/strict';
import type { OrderState } from '@skyport/contract/order-states';
import type { PayMode } from '@skyport/contract/orders';
import type { CrashPoint } from '@skyport/server/platform/crash';
import type { TestSession } from '@skyport/server/testing-app';
import { applyCoupon, buy, cancel, create, receive, tell, tellAgain, type Bought } from './acts.ts';
import { takeBackFlow } from './take-back-flow.ts';
import { withdrawalFlows } from './withdrawal-flows.ts';
import type { World } from './world.ts';

/** Somebody's purchase before the panel dies. */
export interface Purchase {
  readonly user: TestSession;
  /** Empty before there is an order. */
  readonly orderId: string;
  readonly trade: Bought | undefined;
}

/** How far a purchase has come before the panel dies. */
interface Before {
  /** Yuan in the wallet. */
  readonly fund?: number;
  readonly isUnordered?: true;
  readonly hasCoupon?: true;
  readonly isBought?: true;
  /** How it is paid, where that matters. */
  readonly mode?: PayMode;
  /** On which chain, where it is paid in USDT. */
  readonly network?: string;
  readonly isCancelled?: true;
  /** The time of order and trade is over. */
  readonly isOver?: true;
}

/** One way to come by crash points. */
export interface Flow<W extends World = World> {
  readonly name: string;
  readonly points: readonly CrashPoint[];
  readonly before: Before;
  /** What has to be so before anybody can buy. */
  begin?(world: W): Promise<void>;
  /** What the panel dies of. */
  strike(world: W, purchase: Purchase): Promise<unknown>;
  /** What people do when it is back; gives where their order must stand then. Throws where they cannot go on. */
  resume(world: W, purchase: Purchase): Promise<OrderState>;
}

/** Longer than an order and a trade. */
const LONG_MS = 3 * 3_600_000;
const EVERYTHING: Before = { fund: 10, hasCoupon: true, isBought: true };

let told = 0;
const nextReference = (): string => `kill-${(told += 1)}`;

const payWith =
  (more: number) =>
  (world: World, { user, trade }: Purchase): Promise<void> =>
    tell(world, user, { reference: nextReference(), tradeId: trade!.id, amount: trade!.amount + more });

/** How an account's orders stand. */
export const statesOf = async ({ shop }: World, { user }: Pick<Purchase, 'user'>): Promise<Map<string, OrderState>> => {
  const rows = await shop.app.deps.db
    .selectFrom('orders')
    .select(['id', 'status'])
    .where('user_num', '=', user.num)
    .execute();
  return new Map(rows.map(({ id, status }) => [id, status as OrderState]));
};

/** Begins to pay an order once more; throws what the panel says where it refuses. */
export const buyAgain = async (
  world: World,
  { user, orderId }: Purchase,
  way: { readonly mode?: PayMode; readonly network?: string },
): Promise<Bought> => {
  const trade = await buy(world, user, { orderId, ...way });
  return trade ?? assert.fail(`after the panel was killed an order cannot be bought: ${world.refused.get(user.num)}`);
};

/** Pays an order to its end, as far as it is not paid by now. */
const payUp = async (world: World, purchase: Purchase): Promise<OrderState> => {
  await hearOut(world);
  if ((await statesOf(world, purchase)).get(purchase.orderId) === 'paied') return 'paied';
  const trade = await buyAgain(world, purchase, {});
  if (!trade.isPaid) await payWith(0)(world, { ...purchase, trade });
  return 'paied';
};

const hearOut = async (world: World): Promise<void> => {
  assert((await tellAgain(world)) === 0, 'money is not taken any more');
};

const cancelAgain = async (world: World, { user, orderId }: Purchase): Promise<OrderState> => {
  await cancel(world, user, orderId);
  return 'cancled';
};

const expireAgain = async (world: World): Promise<OrderState> => {
  await world.expire();
  return 'cancled';
};

const hearIt = (state: OrderState) => async (world: World) => {
  await hearOut(world);
  return state;
};

const receiveFor =
  (amount: number) =>
  (world: World, { user, orderId }: Purchase) =>
    receive(world, user, { reference: nextReference(), orderId, amount });

/** Every way; the first that names a point is the one of a quick run. */
export const flows: readonly Flow[] = [
  {
    name: 'an order is made',
    points: ['order.before-commit', 'order.after-commit'],
    before: { isUnordered: true },
    strike: (world, { user }) => create(world, user, world.combos[0]),
    resume: async (world, purchase) => {
      const orderId = await create(world, purchase.user, world.combos[0]);
      assert(orderId, 'nothing can be ordered any more');
      assert.deepEqual([...(await statesOf(world, purchase)).keys()], [orderId], 'one wish has led to two orders');
      return payUp(world, { ...purchase, orderId });
    },
  },
  {
    name: 'a coupon is applied',
    points: ['order-coupon.before-commit', 'order-coupon.after-commit'],
    before: {},
    strike: (world, { user, orderId }) => applyCoupon(world, user, orderId),
    resume: async (world, purchase) => {
      await applyCoupon(world, purchase.user, purchase.orderId);
      return payUp(world, purchase);
    },
  },
  {
    name: 'a purchase that the wallet pays in part',
    points: ['buy.before-commit', 'buy.after-commit', 'ask.before-answer', 'ask.after-answer'],
    before: { fund: 10, hasCoupon: true },
    strike: (world, { user, orderId }) => buy(world, user, { orderId }),
    resume: payUp,
  },
  {
    name: 'money comes for an order with a coupon and a held share',
    points: ['settle.before-commit', 'settle.after-commit', 'grant.before-ledger', 'grant.after-ledger'],
    before: EVERYTHING,
    strike: payWith(0),
    resume: payUp,
  },
  {
    name: 'an order with a coupon and a held share is cancelled',
    points: ['cancel.before-commit', 'cancel.after-commit'],
    before: EVERYTHING,
    strike: (world, { user, orderId }) => cancel(world, user, orderId),
    resume: cancelAgain,
  },
  {
    name: 'an order with a coupon and a held share runs out',
    points: ['expire.before-commit', 'expire.after-commit'],
    before: { ...EVERYTHING, isOver: true },
    strike: (world) => world.askForExpiry(),
    resume: expireAgain,
  },
  {
    name: 'staff receive money for an order',
    points: ['receipt.before-commit', 'receipt.after-commit', 'settle.before-commit', 'grant.after-ledger'],
    before: EVERYTHING,
    strike: receiveFor(30_000),
    resume: payUp,
  },
  {
    name: 'a purchase without a wallet',
    points: ['buy.before-commit', 'buy.after-commit', 'ask.before-answer', 'ask.after-answer'],
    before: {},
    strike: (world, { user, orderId }) => buy(world, user, { orderId, mode: 'usdt' }),
    resume: payUp,
  },
  {
    name: 'a purchase that the wallet pays',
    points: ['buy.before-commit', 'buy.after-commit', 'grant.before-ledger', 'grant.after-ledger'],
    before: { fund: 100, hasCoupon: true },
    strike: (world, { user, orderId }) => buy(world, user, { orderId }),
    resume: payUp,
  },
  {
    name: 'too much money comes',
    points: ['settle.before-commit', 'settle.after-commit', 'grant.after-ledger'],
    before: EVERYTHING,
    strike: payWith(5010),
    resume: payUp,
  },
  {
    name: 'too little money comes',
    points: ['settle.before-commit', 'settle.after-commit'],
    before: EVERYTHING,
    strike: payWith(-10),
    resume: payUp,
  },
  {
    name: 'money comes for a cancelled order',
    points: ['settle.before-commit', 'settle.after-commit'],
    before: { ...EVERYTHING, isCancelled: true },
    strike: payWith(0),
    resume: hearIt('cancled'),
  },
  {
    name: 'an untouched order is cancelled',
    points: ['cancel.before-commit', 'cancel.after-commit'],
    before: {},
    strike: (world, { user, orderId }) => cancel(world, user, orderId),
    resume: cancelAgain,
  },
  {
    name: 'an untouched order runs out',
    points: ['expire.before-commit', 'expire.after-commit'],
    before: { isOver: true },
    strike: (world) => world.askForExpiry(),
    resume: expireAgain,
  },
  {
    name: 'staff receive money for a cancelled order',
    points: ['receipt.before-commit', 'receipt.after-commit'],
    before: { ...EVERYTHING, isCancelled: true },
    strike: receiveFor(7770),
    resume: hearIt('cancled'),
  },
  ...withdrawalFlows(payUp),
  takeBackFlow,
];

/** Leads somebody's purchase up to where the panel dies. */
export const prepare = async (world: World, { before }: Pick<Flow, 'before'>): Promise<Purchase> => {
  const user = await world.newcomer(before.fund);
  if (before.isUnordered) return { user, orderId: '', trade: undefined };
  const orderId = await create(world, user, world.combos[Math.floor(world.random() * world.combos.length)]);
  assert(orderId, 'nothing can be ordered');
  if (before.hasCoupon) await applyCoupon(world, user, orderId);
  const trade = before.isBought
    ? await buy(world, user, { orderId, mode: before.mode, network: before.network })
    : undefined;
  assert(trade || !before.isBought, 'an order cannot be bought');
  if (before.isCancelled) await cancel(world, user, orderId);
  if (before.isOver) {
    world.shop.advance(LONG_MS);
    await world.restart();
  }
  return { user, orderId, trade };
};

/** Whether somebody's purchase stands where it must; a sentence when not. */
export const endOf = async (world: World, purchase: Purchase, wanted: OrderState): Promise<string[]> => {
  const states = [...(await statesOf(world, purchase)).values()];
  return states.length === 1 && states[0] === wanted
    ? []
    : [`the order is ${states.join(' and ')}, and must be ${wanted}`];
};
