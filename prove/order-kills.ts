import 'reflect-metadata';
import { seeded } from '../testkit/seeded.ts';
import { tellAgain } from './order-kills/acts.ts';
import { type Agency, giveOnce, makeAgencies, settleGifts } from './order-kills/crowd-agencies.ts';
import { actOfBuyers, oneOf } from './order-kills/crowd.ts';
import { flows } from './order-kills/flows.ts';
import { killAtGifts } from './order-kills/gifts.ts';
import { orderPoints } from './order-kills/points.ts';
import { killAtPoints, killAtRandom, killDatabase, type Plan, type Run } from './order-kills/run.ts';
import { createWorld, type World } from './order-kills/world.ts';
import type { Prover } from './prover.ts';
import { faultsOf } from './shop/journal.ts';
import { killWeaknesses } from './shop/kill-weaknesses.ts';

const recover = async (world: World): Promise<void> => {
  const unheard = await tellAgain(world);
  if (unheard > 0) throw new Error(`${unheard} payments are not taken any more`);
  await world.expire();
};

/** How often somebody of a crowd is an agency instead. */
const GIFTS = 0.1;

/** Buyers, and agencies among them. */
const planOf = (agencies: readonly Agency[]): Plan<World> => ({
  flows,
  points: orderPoints,
  act: (world, own) => (world.random() < GIFTS ? giveOnce(world, oneOf(world, agencies)!) : actOfBuyers(world, own)),
  recover: async (world) => {
    await recover(world);
    await settleGifts(world, agencies);
  },
});

const parts: Readonly<Record<'points' | 'gifts' | 'kills' | 'database', (run: Run) => Promise<number>>> = {
  points: killAtPoints,
  gifts: killAtGifts,
  kills: killAtRandom,
  database: killDatabase,
};

/** One panel at a time on a database of its own, both killed while purchases are under way. */
export const orderKills: Prover = {
  claim:
    'kill -9 of the panel at every crash point and at random, and of PostgreSQL: no purchase, take-back, transfer, draw or gift of an agency is lost or doubled',
  sabotages: Object.fromEntries(Object.entries(killWeaknesses).map(([name, { what }]) => [name, what])),
  prove: async ({ quick, rounds, seed, sabotage, only }, say) => {
    const wanted = only ?? (sabotage === undefined ? Object.keys(parts) : [killWeaknesses[sabotage]!.part]);
    const unknown = wanted.filter((part) => !Object.hasOwn(parts, part));
    if (unknown.length > 0) throw new Error(`there is no part ${unknown.join(', ')}: ${Object.keys(parts).join(', ')}`);
    const random = seeded(seed);
    const world = await createWorld({ random, weakness: sabotage });
    let runs = 0;
    try {
      const plan = planOf(await makeAgencies(world));
      const run: Run = { world, plan, say, random, isQuick: quick, kills: rounds, failures: [] };
      for (const part of wanted as (keyof typeof parts)[])
        if (run.failures.length === 0) runs += await parts[part](run);
      say(`a killed panel served again after at most ${Math.round(world.longestStartMs)} ms`);
      if (run.failures.length > 0) for (const fault of await faultsOf(world.shop.app)) say(fault);
      return { runs, failures: run.failures };
    } finally {
      await world.stop();
    }
  },
};
