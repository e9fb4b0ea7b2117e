import 'reflect-metadata';
import { join } from 'node:path';
import { seeded } from '../testkit/seeded.ts';
import { tellAgain } from './order-kills/acts.ts';
import { actOfBuyers, gather } from './order-kills/crowd.ts';
import { hold, killDatabase, type Plan, type Run } from './order-kills/run.ts';
import { createWorld, type World } from './order-kills/world.ts';
import type { Prover } from './prover.ts';
import { faultsOf } from './shop/journal.ts';
import type { OpenDatabase } from './shop/shop.ts';
import { startPair, type Pair } from './standby/pair.ts';

const PROMOTIONS = 5;
const QUICK_PROMOTIONS = 1;
/** The standby is cut off for at most so long before its primary dies; nothing is acknowledged meanwhile. */
const LONGEST_CUT_MS = 1500;
/** Acts of a crowd before both members are lost. */
const ACTS = 300;
const CROWD = { clients: 12, accounts: 6 };

/** Loses both members after some purchases, and holds the books when the archive has brought everything back. */
const loseBoth = async (run: Run, pair: Pair): Promise<void> => {
  const { world, plan } = run;
  const crowd = await gather(world, { ...CROWD, act: plan.act });
  await hold(
    run,
    () => 'restored from the archive',
    async () => {
      crowd.go();
      while (crowd.acts() < ACTS) await new Promise((resolve) => setTimeout(resolve, 50));
      await crowd.pause();
      world.isDatabaseAway = true;
      await pair.restoreArchive();
      world.isDatabaseAway = false;
      await plan.recover(world);
    },
  );
  await crowd.pause();
  await crowd.end();
  run.say(`restored from the archive after ${crowd.acts()} acts; ${run.failures.length} failures`);
};

/** Debian's PostgreSQL: a primary that is killed, its standby, and an archive of WAL. */
export const standby: Prover = {
  claim:
    'a primary dies under 50 clients and its synchronous standby takes over, again and again; then both are lost and the archive brings the books back: nothing acknowledged is lost or doubled',
  sabotages: { 'not-waited-for': 'commits do not wait for the standby' },
  needs: { packages: ['postgresql'] },
  prove: async ({ quick, rounds = quick ? QUICK_PROMOTIONS : PROMOTIONS, seed, sabotage }, say) => {
    const random = seeded(seed);
    let pair: Pair | undefined;
    const open: OpenDatabase = async (folder) => {
      const made = await startPair({ folder: join(folder, 'pair'), isSynchronous: sabotage === undefined });
      pair = made;
      const { ownerUrl, appUrl, stop } = made;
      return {
        ownerUrl,
        appUrl,
        stop,
        crash: async () => made.promote(random() * LONGEST_CUT_MS),
      };
    };
    const world = await createWorld({ random, weakness: undefined, open });
    const recover = async (of: World): Promise<void> => {
      const unheard = await tellAgain(of);
      if (unheard > 0) throw new Error(`${unheard} payments are not taken any more`);
      await of.expire();
    };
    const promoted: Plan<World> = {
      flows: [],
      points: [],
      act: actOfBuyers,
      recover: async (of) => {
        await recover(of);
        await pair?.rebuild();
      },
    };
    const run: Run = { world, plan: promoted, say, random, isQuick: quick, kills: rounds, failures: [] };
    try {
      await killDatabase(run);
      if (run.failures.length === 0) await loseBoth({ ...run, plan: { ...promoted, recover } }, pair!);
      if (run.failures.length > 0) for (const fault of await faultsOf(world.shop.app)) say(fault);
      return { runs: rounds + 1, failures: run.failures };
    } finally {
      await world.stop();
    }
  },
};
