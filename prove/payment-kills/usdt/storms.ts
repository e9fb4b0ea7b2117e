import assert from 'node:assert/strict';
import { AMOUNTS_A_PRICE } from '@skyport/server/payments/usdt/amounts';
import { buy, cancel, create, type Bought } from '../../order-kills/acts.ts';
import type { Purchase } from '../../order-kills/flows.ts';
import { endProblems } from '../provider.ts';
import type { PayWorld } from '../world.ts';
import { askedOf, chains, mine, type ProvedChain } from './coins.ts';
import { awaitReading, pay } from './payers.ts';

const orderOf = async (world: PayWorld, combo: object): Promise<Purchase> => {
  const user = await world.newcomer();
  const orderId = await create(world, user, combo);
  assert(orderId, 'nothing can be ordered');
  return { user, orderId, trade: undefined };
};

const buyAt = (world: PayWorld, { user, orderId }: Purchase, network: ProvedChain): Promise<Bought | undefined> =>
  buy(world, user, { orderId, mode: 'usdt', network });

let storms = 0;
/** Above every price of the other products. */
const HUNDRED_YUAN = 900;

/**
 * As many as a price has amounts ask at the same moment: each gets another one, the next one gets none, not even when
 * one of them has cancelled, whose money can still come. Then all of them pay, who cancelled as well.
 */
export const hundredAtOnce = async (world: PayWorld): Promise<string[]> => {
  await awaitReading(world);
  const combo = await world.shop.shop.makeCombo({ price: HUNDRED_YUAN + storms++ });
  const all: Purchase[] = [];
  for (let n = 0; n <= AMOUNTS_A_PRICE; n += 1) all.push(await orderOf(world, combo));
  const [last, cancels, ...others] = all;
  const buyers = [cancels!, ...others];
  const trades = await Promise.all(buyers.map((buyer) => buyAt(world, buyer, 'bep20')));
  const amounts = new Set(trades.map((trade) => trade && askedOf(trade)));
  if (amounts.has(undefined) || amounts.size !== AMOUNTS_A_PRICE)
    return [`${amounts.size} different amounts were given to ${buyers.length} buyers`];
  if (await buyAt(world, last!, 'bep20')) return ['somebody got an amount when all were taken'];
  await cancel(world, cancels!.user, cancels!.orderId);
  if (await buyAt(world, last!, 'bep20')) return ['an amount was given out again while money can still come for it'];
  await Promise.all(buyers.map((buyer, n) => pay(world, buyer.user, trades[n]!)));
  await world.settleDown();
  const ends = buyers.map((buyer, n) => endProblems(world, buyer, n === 0 ? 'cancled' : 'paied'));
  return (await Promise.all(ends)).flat();
};

const AWAY_MS = 3 * 3_600_000;
const BUYERS_A_CHAIN = 3;

/** Nobody watches for three hours, in which people pay; their orders were over long before somebody looks again. */
export const threeHoursAway = async (world: PayWorld): Promise<string[]> => {
  await awaitReading(world);
  const buyers: Purchase[] = [];
  for (const network of chains)
    for (let n = 0; n < BUYERS_A_CHAIN; n += 1) {
      const purchase = await orderOf(world, world.combos[n % world.combos.length]);
      const trade = await buyAt(world, purchase, network);
      assert(trade && !trade.isPaid, 'an order cannot be bought in USDT');
      buyers.push({ ...purchase, trade });
    }
  await world.server().program.kill();
  for (const { user, trade } of buyers) await pay(world, user, trade!);
  await mine(world.coins, world.shop.app.clock.now(), 1);
  world.shop.advance(AWAY_MS);
  await world.coins.inTurn(() => world.coins.chain.mine(AWAY_MS / 60_000 - 2, 60));
  await world.restart();
  await world.settleDown();
  return (await Promise.all(buyers.map((buyer) => endProblems(world, buyer, 'paied')))).flat();
};
