import assert from 'node:assert/strict';
import type { OrderState } from '@skyport/contract/order-states';
import { buy, cancel, create, type Bought } from '../../order-kills/acts.ts';
import type { Purchase } from '../../order-kills/flows.ts';
import { endProblems, type WrongAt } from '../provider.ts';
import type { PayWorld } from '../world.ts';
import { askedOf, chainOf, chains, mine, paymentOf, reorganise, send, unitsAMilli, type ProvedChain } from './coins.ts';
import { awaitLook, awaitReading, pay, settleChain } from './payers.ts';
import { hundredAtOnce, threeHoursAway } from './storms.ts';

/** Somebody's order that waits for USDT. */
interface Waiting extends Purchase {
  readonly trade: Bought;
}

/** Something that must do no harm; gives how the order must stand when all has settled. */
type Happens = (world: PayWorld, waiting: Waiting) => Promise<OrderState>;

/** The least price, and what is between two of them: wider than all amounts that one of them can have. */
const [LEAST_YUAN, APART_YUAN] = [40, 1];
let products = 0;

/** An order of a product of its own, so that amounts beside what it asks were asked of nobody. */
export const orderApart = async (world: PayWorld, network: ProvedChain): Promise<Waiting> => {
  await awaitReading(world);
  const combo = await world.shop.shop.makeCombo({ price: LEAST_YUAN + APART_YUAN * products++ });
  const user = await world.newcomer();
  const orderId = await create(world, user, combo);
  assert(orderId, 'nothing can be ordered');
  const trade = await buy(world, user, { orderId, mode: 'usdt', network });
  assert(trade && !trade.isPaid, 'an order cannot be bought in USDT');
  return { user, orderId, trade };
};

const sendBeside =
  (more: NonNullable<Parameters<typeof paymentOf>[2]>): Happens =>
  async (world, { user, trade }) => {
    await send(world.coins, chainOf(trade), paymentOf(user, trade, more));
    return 'topay';
  };

/** A coin that only calls itself USDT comes, exactly as much as was asked. */
const sendFake: Happens = async (world, { trade }) => {
  const { coins } = world;
  const units = BigInt(askedOf(trade)) * unitsAMilli(chainOf(trade));
  await coins.inTurn(() => coins.chain.transfer(coins.fake, coins.address, units));
  await settleChain(world);
  // Nobody waits for what must not count: the shop has looked at it, and had time to be wrong.
  for (let times = 0; times < 2; times += 1) await awaitLook(world, chainOf(trade));
  return 'topay';
};

const sendTwice: Happens = async (world, { user, trade }) => {
  for (let times = 0; times < 2; times += 1) {
    await pay(world, user, trade);
    await settleChain(world);
  }
  return 'paied';
};

/** Two orders of two buyers are paid by one transaction. */
const sendForTwo: Happens = async (world, { user, trade }) => {
  const other = await orderApart(world, chainOf(trade));
  await send(world.coins, chainOf(trade), paymentOf(user, trade), paymentOf(other.user, other.trade));
  await world.settleDown();
  const problems = await endProblems(world, other, 'paied');
  assert.deepEqual(problems, [], 'the second one of a transaction');
  return 'paied';
};

/** What came is in no block any more before it could stay. */
const takeBack =
  (isSentAgain: boolean): Happens =>
  async (world, { user, trade }) => {
    await pay(world, user, trade);
    await reorganise(world.coins, world.shop.app.clock.now(), () => awaitLook(world, chainOf(trade)));
    if (isSentAgain) await pay(world, user, trade);
    return isSentAgain ? 'paied' : 'topay';
  };

/** What stayed is taken back all the same, and stands in another block then. */
const standElsewhere: Happens = async (world, { user, trade }) => {
  const { chain, inTurn } = world.coins;
  const before = await inTurn(() => chain.rpc('evm_snapshot'));
  await pay(world, user, trade);
  await world.settleDown();
  await inTurn(() => chain.rpc('evm_revert', [before]));
  await mine(world.coins, world.shop.app.clock.now(), 1);
  await pay(world, user, trade);
  for (let times = 0; times < 2; times += 1) await settleChain(world);
  return 'paied';
};

const cancelBetween: Happens = async (world, { user, orderId, trade }) => {
  await pay(world, user, trade);
  await cancel(world, user, orderId);
  return 'cancled';
};

/** Longer than a payment in USDT is asked for, and shorter than an order is open. */
const LATE_MS = 35 * 60_000;

const comeLate: Happens = async (world, { user, trade }) => {
  await world.pass(LATE_MS);
  await pay(world, user, trade);
  return 'paied';
};

/** Endpoints keep a transfer back while the shop looks, and show it later. */
const keepBack: Happens = async (world, { user, trade }) => {
  const txid = await pay(world, user, trade);
  world.coins.facade.faults.missing.add(txid.slice(2));
  world.coins.nodes[0]!.faults.losesEvents = true;
  for (let times = 0; times < 2; times += 1) await settleChain(world);
  return 'paied';
};

const everywhere: readonly (readonly [name: string, happens: Happens])[] = [
  ['a coin that only calls itself USDT', sendFake],
  ['the least unit too much', sendBeside({ units: 1n })],
  ['ten thousandths too little', sendBeside({ milli: -10 })],
  ['ten thousandths too much', sendBeside({ milli: 10 })],
  ['two orders by one transaction', sendForTwo],
  ['a payment that is taken back before it stays', takeBack(false)],
  ['the same amount twice', sendTwice],
  ['a payment that is taken back and sent again', takeBack(true)],
  ['money for an order that was cancelled in between', cancelBetween],
  ['money after its time', comeLate],
  ['a transfer that endpoints keep back', keepBack],
];

/** TRON says nothing of blocks beside a transfer, by which another one could be told. */
const onlyThere: readonly (readonly [name: string, happens: Happens])[] = [
  ['what stayed stands in another block', standElsewhere],
];

const happen = async (world: PayWorld, network: ProvedChain, happens: Happens): Promise<string[]> => {
  const waiting = await orderApart(world, network);
  const wanted = await happens(world, waiting);
  await world.settleDown();
  return endProblems(world, waiting, wanted);
};

/** Everything wrong on every chain where it can happen; `isQuick`: on one of them each, in turn. */
export const wrongsOnChains = (isQuick: boolean): WrongAt[] => {
  const one = (network: ProvedChain, [name, happens]: (typeof everywhere)[number]): WrongAt => ({
    name: `${name}, on ${network}`,
    happen: (world) => happen(world, network, happens),
  });
  // The coin that calls itself USDT says so on TRON alone, where lists name coins.
  const inTurn = ['trc20', ...chains] as const;
  const all = isQuick
    ? everywhere.map((wrong, n) => one(inTurn[n % inTurn.length]!, wrong))
    : chains.flatMap((network) => everywhere.map((wrong) => one(network, wrong)));
  return [
    ...all,
    ...onlyThere.map((wrong) => one('bep20', wrong)),
    { name: 'a hundred who ask at once', happen: hundredAtOnce },
    { name: 'three hours without a watcher', happen: threeHoursAway },
  ];
};
