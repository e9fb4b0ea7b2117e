import { buy } from '../../order-kills/acts.ts';
import { oneOf, type Wishes } from '../../order-kills/crowd.ts';
import type { PayWorld } from '../world.ts';
import { chainOf, chains, halfOf, mine, paymentOf, reorganise, send } from './coins.ts';

/** What somebody sends beside what is asked: mostly nothing. */
const MORE = [{}, {}, {}, {}, {}, { units: 1n }, 'half'] as const;
/** Longer than the pause between two looks at an address where somebody is about to pay, in ms. */
const PAUSE_MS = 6000;
/** Blocks that come at once. */
const BLOCKS = 5;

const payOne = async (world: PayWorld, { user, orders }: Wishes): Promise<unknown> => {
  const trades = orders.flatMap((order) => order.trades).filter(({ mode }) => mode === 'usdt');
  const trade = oneOf(world, trades);
  if (!trade) return undefined;
  const more = oneOf(world, MORE);
  const payment = paymentOf(user, trade, more === 'half' ? halfOf(trade) : more);
  const beside = oneOf(world, trades)!;
  const isTwo = world.random() < 0.2 && chainOf(beside) === chainOf(trade);
  return send(world.coins, chainOf(trade), payment, ...(isTwo ? [paymentOf(user, beside)] : []));
};

/** Somebody sends a coin that only calls itself USDT. */
const payFake = ({ coins }: PayWorld): Promise<unknown> =>
  coins.inTurn(() => coins.chain.transfer(coins.fake, coins.address, 3_750_000n));

const moveOn = async (world: PayWorld): Promise<unknown> => {
  await mine(world.coins, world.shop.app.clock.now(), BLOCKS);
  return world.pass(PAUSE_MS).catch(() => undefined);
};

/** One thing that a client does who pays in USDT. */
export const actOnChains = async (world: PayWorld, own: Wishes): Promise<unknown> => {
  const { user, orders } = own;
  const dice = world.random();
  if (dice < 0.3) {
    const order = oneOf(world, orders)!;
    const trade = await buy(world, user, { orderId: order.id, mode: 'usdt', network: oneOf(world, chains) });
    if (trade && !trade.isPaid) order.trades.push(trade);
    return trade;
  }
  if (dice < 0.7) return payOne(world, own);
  if (dice < 0.75) return payFake(world);
  return dice < 0.95 ? moveOn(world) : reorganise(world.coins, world.shop.app.clock.now());
};
