import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../testkit/seeded.ts';
import { gather } from './order-kills/crowd.ts';
import { hold, killAtPoints, killAtRandom, killDatabase, type Plan, type Run } from './order-kills/run.ts';
import { prepare } from './order-kills/flows.ts';
import { actOfPayers } from './payment-kills/crowd.ts';
import { flows } from './payment-kills/flows.ts';
import { pay } from './payment-kills/payers.ts';
import { payPoints } from './payment-kills/points.ts';
import { notify } from './payment-kills/post.ts';
import { troubles } from './payment-kills/troubles.ts';
import { createPayWorld, type PayWorld } from './payment-kills/world.ts';
import { happens, wrongsAt } from './payment-kills/wrong.ts';
import type { Prover } from './prover.ts';
import { faultsOf } from './shop/journal.ts';
import { paymentWeaknesses, type PaymentPart } from './shop/payment-weaknesses.ts';

type PayRun = Run<PayWorld>;

const plan: Plan<PayWorld> = {
  flows,
  points: payPoints,
  act: actOfPayers,
  recover: async (world) => {
    await world.settleDown();
    await world.expire();
  },
};

/** How often a panel is killed by each gateway at the moment that it acknowledges. */
const ACKNOWLEDGED = 5;
/** How long everybody goes on while a gateway is in trouble. */
const TROUBLE_MS = 2000;
const LOAD = { clients: 12, accounts: 6 };

/** Kills the panel as soon as it has acknowledged a payment. */
const killOnceAcknowledged = async (run: PayRun): Promise<number> => {
  const { world, isQuick } = run;
  const times = isQuick ? 1 : ACKNOWLEDGED;
  for (const till of world.tills)
    for (let n = 1; n <= times; n += 1)
      await hold(
        run,
        () => `killed once it had acknowledged ${till.instance}`,
        async () => {
          const { user, trade } = await prepare(world, { before: { isBought: true, mode: till.mode } });
          const order = await pay(world, { user, trade: trade!, till });
          if (!order || !(await notify(world, till, order))) throw new Error('a payment is not acknowledged');
          await world.server().program.kill();
          await world.restart();
          await world.settleDown();
        },
      );
  run.say(`killed ${times} times at each gateway once it had acknowledged; ${run.failures.length} failures`);
  return times * world.tills.length;
};

/** Has everything wrong happen that gateways, buyers and networks can do. */
const goWrong = async (run: PayRun): Promise<number> => {
  const all = wrongsAt(run.world.tills);
  for (const { till, wrong } of all) {
    const after = `${wrong.name}, at ${till.instance}`;
    await hold(
      run,
      () => after,
      async () => {
        run.failures.push(...(await happens(run.world, till, wrong)).map((problem) => `${after}: ${problem}`));
      },
    );
    run.say(`${after}; ${run.failures.length} failures ${run.failures[0] ?? ''}`);
    if (run.failures.length > 0) break;
  }
  return all.length;
};

/** Lets people pay while gateways are away, slow, or say nonsense. */
const goAway = async (run: PayRun): Promise<number> => {
  const { world, say, failures } = run;
  const crowd = await gather(world, { ...LOAD, act: actOfPayers });
  for (const [what, trouble] of troubles) {
    await hold(
      run,
      () => what,
      async () => {
        for (const { gateway } of world.tills) Object.assign(gateway.trouble, trouble);
        crowd.go();
        await sleep(TROUBLE_MS);
        await crowd.pause();
        await plan.recover(world);
      },
    );
    say(`${what}; ${crowd.acts()} acts, ${failures.length} failures ${failures[0] ?? ''}`);
    if (failures.length > 0) break;
  }
  await crowd.pause();
  await crowd.end();
  return troubles.length;
};

const parts: Readonly<Record<PaymentPart, (run: PayRun) => Promise<number>>> = {
  points: killAtPoints,
  acknowledged: killOnceAcknowledged,
  wrong: goWrong,
  away: goAway,
  kills: killAtRandom,
  database: killDatabase,
};

/** One panel at a time between simulated gateways, whose own books are held against the shop's. */
export const paymentKills: Prover = {
  claim: 'kill -9 of the panel and of PostgreSQL, broken gateways and forged words: all money ends in one place, once',
  sabotages: Object.fromEntries(Object.entries(paymentWeaknesses).map(([name, { what }]) => [name, what])),
  prove: async ({ quick, rounds, seed, sabotage, only }, say) => {
    const wanted = only ?? (sabotage === undefined ? Object.keys(parts) : [paymentWeaknesses[sabotage]!.part]);
    const unknown = wanted.filter((part) => !Object.hasOwn(parts, part));
    if (unknown.length > 0) throw new Error(`there is no part ${unknown.join(', ')}: ${Object.keys(parts).join(', ')}`);
    const random = seeded(seed);
    const world = await createPayWorld(random, sabotage);
    const run: PayRun = { world, plan, say, random, isQuick: quick, kills: rounds, failures: [] };
    let runs = 0;
    try {
      for (const part of wanted as PaymentPart[]) if (run.failures.length === 0) runs += await parts[part](run);
      if (run.failures.length > 0) for (const fault of await faultsOf(world.shop.app)) say(fault);
      return { runs, failures: run.failures };
    } finally {
      await world.stop();
    }
  },
};
