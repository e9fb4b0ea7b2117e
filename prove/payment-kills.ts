import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../testkit/seeded.ts';
import { gather } from './order-kills/crowd.ts';
import { hold, killAtPoints, killAtRandom, killDatabase, type Plan, type Run } from './order-kills/run.ts';
import { actOfPayers } from './payment-kills/crowd.ts';
import { pointsOf } from './payment-kills/points.ts';
import type { PayFlow, ProvedProvider } from './payment-kills/provider.ts';
import { shops, type Together } from './payment-kills/providers.ts';
import { createPayWorld, type PayWorld } from './payment-kills/world.ts';
import type { ProofOptions, Proof, Prover } from './prover.ts';
import { faultsOf } from './shop/journal.ts';
import { paymentWeaknesses, type PaymentWeakness } from './shop/payment-weaknesses.ts';
import { providerWeaknesses } from './shop/provider-weaknesses.ts';
import { usdtWeaknesses } from './shop/usdt-weaknesses.ts';

type PayRun = Run<PayWorld>;

const recover = async (world: PayWorld): Promise<void> => {
  await world.settleDown();
  await world.expire();
};

/** The flows of several providers, so that each of a quick run, which comes by a point once, is another one's. */
const inTurn = (providers: Together): PayFlow[] => {
  const turned = providers.map(({ flows }, n) => [...flows.slice(n), ...flows.slice(0, n)]);
  const most = Math.max(...turned.map(({ length }) => length));
  return Array.from({ length: most }, (_, n) => turned.flatMap((flows) => flows.slice(n, n + 1))).flat();
};

const planOf = (providers: Together): Plan<PayWorld> => {
  const flows = inTurn(providers);
  return { flows, points: pointsOf(flows), act: actOfPayers, recover, quick: { kills: 4, databaseKills: 1 } };
};

/** How often a panel is killed by each gateway at the moment that it acknowledges. */
const ACKNOWLEDGED = 5;
/** How long everybody goes on while a gateway is in trouble. */
const TROUBLE_MS = 2000;
/** In a quick run one trouble of so many: a provider has about twice as many. */
const QUICK_PART = 3;
const LOAD = { clients: 12, accounts: 6 };

/** Kills the panel as soon as it has acknowledged a payment. */
const killOnceAcknowledged = async (run: PayRun): Promise<number> => {
  const { world, isQuick } = run;
  const times = isQuick ? 1 : ACKNOWLEDGED;
  const all = world.providers.flatMap((provider) => provider.acknowledge?.(world) ?? []);
  for (const { name, pay } of all)
    for (let n = 1; n <= times; n += 1)
      await hold(
        run,
        () => `killed once it had acknowledged ${name}`,
        async () => {
          await pay(world);
          await world.server().program.kill();
          await world.restart();
          await world.settleDown();
        },
      );
  run.say(`killed ${times} times at each gateway once it had acknowledged; ${run.failures.length} failures`);
  return times * all.length;
};

/** Has everything wrong happen that a provider, its buyers and networks can do. */
const goWrongAt =
  (provider: ProvedProvider) =>
  async (run: PayRun): Promise<number> => {
    const all = provider.wrongs(run.world, run.isQuick);
    for (const { name, happen } of all) {
      await hold(
        run,
        () => name,
        async () => {
          run.failures.push(...(await happen(run.world)).map((problem) => `${name}: ${problem}`));
        },
      );
      run.say(`${name}; ${run.failures.length} failures ${run.failures[0] ?? ''}`);
      if (run.failures.length > 0) break;
    }
    return all.length;
  };

/** Lets people pay while providers are away, slow, or say nonsense. */
const goAway = async (run: PayRun): Promise<number> => {
  const { world, say, failures } = run;
  const all = world.providers
    .flatMap(({ troubles }) => troubles)
    .filter((_, n) => !run.isQuick || n % QUICK_PART === 0);
  const crowd = await gather(world, { ...LOAD, act: actOfPayers });
  for (const { name, begin } of all) {
    await hold(
      run,
      () => name,
      async () => {
        begin(world);
        crowd.go();
        await sleep(TROUBLE_MS);
        await crowd.pause();
        await recover(world);
      },
    );
    say(`${name}; ${crowd.acts()} acts, ${failures.length} failures ${failures[0] ?? ''}`);
    if (failures.length > 0) break;
  }
  await crowd.pause();
  await crowd.end();
  return all.length;
};

/** Parts of every shop; the database is no matter of providers, and dies in the first one. */
const common = { points: killAtPoints, acknowledged: killOnceAcknowledged, away: goAway, kills: killAtRandom };

type Part = (run: PayRun) => Promise<number>;

const nameOf = ({ name }: ProvedProvider): string => name.toLowerCase();

const partsOf = (providers: Together): Readonly<Record<string, Part>> => ({
  ...common,
  ...Object.fromEntries(providers.map((provider) => [`wrong-${nameOf(provider)}`, goWrongAt(provider)])),
  database: killDatabase,
});

/** One shop of a proof, and what is done there. */
interface Share {
  readonly providers: Together;
  readonly parts: readonly string[];
}

/** What a quick run does in shops beside the first one. */
const QUICK_PARTS: readonly string[] = ['points', 'acknowledged', 'away'];

/** What is done where; `only` names parts, providers, or both: those of these providers alone. */
const sharesOf = (only: readonly string[] | undefined, isQuick: boolean): Share[] => {
  const all = shops.flat();
  const named = only?.filter((name) => all.some((provider) => nameOf(provider) === name)) ?? [];
  const wanted = only?.filter((name) => !named.includes(name)) ?? [];
  const known = Object.keys(partsOf(all));
  const unknown = wanted.filter((part) => !known.includes(part));
  if (unknown.length > 0)
    throw new Error(`there is no part ${unknown.join(', ')}: ${[...known, ...all.map(nameOf)].join(', ')}`);
  return shops.flatMap((shop, n) => {
    const providers = shop.filter((provider) => named.length === 0 || named.includes(nameOf(provider)));
    const own = Object.keys(partsOf(providers)).filter((part) => {
      if (wanted.length > 0) return wanted.includes(part);
      if (n === 0) return true;
      return part !== 'database' && (!isQuick || QUICK_PARTS.includes(part) || part.startsWith('wrong-'));
    });
    return providers.length > 0 && own.length > 0 ? [{ providers, parts: own }] : [];
  });
};

/** Weaknesses of taking money by any provider, by name. */
const weaknesses: Readonly<Record<string, PaymentWeakness>> = {
  ...paymentWeaknesses,
  ...usdtWeaknesses,
  ...providerWeaknesses,
};

/** Does the parts of one shop, until something fails. */
const proveShop = async (
  { providers, parts }: Share,
  { quick, rounds, sabotage }: ProofOptions,
  { random, say }: { readonly random: () => number; readonly say: (line: string) => void },
): Promise<Proof> => {
  const world = await createPayWorld({ random, weakness: sabotage, providers });
  const plan = planOf(providers);
  const run: PayRun = { world, plan, say, random, isQuick: quick, kills: rounds, failures: [] };
  const all = partsOf(providers);
  let runs = 0;
  try {
    for (const part of parts) if (run.failures.length === 0) runs += await all[part]!(run);
    if (run.failures.length > 0) for (const fault of await faultsOf(world.shop.app)) say(fault);
    return { runs, failures: run.failures };
  } finally {
    await world.stop();
  }
};

/** One panel at a time between simulated providers, whose own books are held against the shop's. */
export const paymentKills: Prover = {
  claim: 'kill -9 of the panel and of PostgreSQL, broken providers and forged words: all money ends in one place, once',
  sabotages: Object.fromEntries(Object.entries(weaknesses).map(([name, { what }]) => [name, what])),
  prove: async (options, say) => {
    const { quick, seed, sabotage, only } = options;
    const wanted = only ?? (sabotage === undefined ? undefined : [weaknesses[sabotage]!.part]);
    const shares = sharesOf(wanted, quick);
    const random = seeded(seed);
    let runs = 0;
    // A weakness shows in the first shop that has its part.
    for (const share of sabotage === undefined ? shares : shares.slice(0, 1)) {
      say(`${share.providers.map(({ name }) => name).join(', ')}: ${share.parts.join(', ')}`);
      const proof = await proveShop(share, options, { random, say });
      runs += proof.runs;
      if (proof.failures.length > 0) return { runs, failures: proof.failures };
    }
    return { runs, failures: [] };
  },
};
