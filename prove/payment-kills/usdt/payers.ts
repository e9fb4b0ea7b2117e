import type { TestSession } from '@skyport/server/testing-app';
import { until } from '../../../testkit/until.ts';
import type { Bought } from '../../order-kills/acts.ts';
import type { PayWorld } from '../world.ts';
import { chainOf, chains, mine, paymentOf, send, type ProvedChain } from './coins.ts';

/** Longer than the pause between two looks at an address where nobody is about to pay, in ms. */
const PAUSE_MS = 61_000;
/** A chain that was read later than this is offered to customers, in ms. */
const FRESH_MS = 5 * 60_000;

/** What was sent stays on the chain, and time passes until the shop looks there. A panel that is gone hears nothing. */
export const settleChain = async (world: PayWorld): Promise<void> => {
  await mine(world.coins, world.shop.app.clock.now());
  await world.pass(PAUSE_MS).catch(() => undefined);
};

/** Waits until the panel has read every chain lately: only then anybody can pay there. */
export const awaitReading = async (world: PayWorld): Promise<void> => {
  const { app } = world.shop;
  const isRead = async (): Promise<boolean> => {
    const since = new Date(app.clock.now().getTime() - FRESH_MS);
    const read = await app.deps.db
      .selectFrom('usdt_cursors')
      .select('network')
      .where('block_time', '>', since)
      .execute();
    return chains.every((chain) => read.some(({ network }) => network === chain));
  };
  if (await isRead()) return;
  await settleChain(world);
  await until('the chains to be read', isRead);
};

/** Time passes until the panel has looked at a chain once more. */
export const awaitLook = async (world: PayWorld, network: ProvedChain): Promise<void> => {
  const { db } = world.shop.app.deps;
  const looks = async (): Promise<number> => {
    const row = await db.selectFrom('usdt_cursors').select('looks').where('network', '=', network).executeTakeFirst();
    return row?.looks ?? 0;
  };
  const before = await looks();
  await world.pass(PAUSE_MS);
  await until('a look at a chain', async () => (await looks()) > before);
};

/** A customer sends exactly what a trade asks; it is in no block yet. */
export const pay = (world: PayWorld, user: TestSession, trade: Bought): Promise<string> =>
  send(world.coins, chainOf(trade), paymentOf(user, trade));
