import { watchClaims } from '@skyport/server/orders/claim-jobs';
import { watchQueries } from '@skyport/server/orders/queries';
import { sql } from 'kysely';
import { until } from '../../testkit/until.ts';
import { createWorld, type World } from '../order-kills/world.ts';
import { auditPayments } from './books.ts';
import { startFront } from './front.ts';
import type { BookedTill } from './booked/till.ts';
import type { Till } from './epay/tills.ts';
import type { Opened, ProvedProvider } from './provider.ts';
import type { Coins } from './usdt/coins.ts';

/** Simulators at which money comes; of a kind that the shop does not take there are none. */
export interface Places {
  /** Gateways that speak EPay. */
  readonly tills: readonly Till[];
  /** Chains on which USDT come; throws where nobody watches any. */
  readonly coins: Coins;
  /** Every other simulator with books of its own. */
  readonly booked: readonly BookedTill[];
}

/** A shop that takes money from outside, by simulators with books of their own, and one panel that is killed. */
export interface PayWorld extends World, Places {
  readonly providers: readonly ProvedProvider[];
  /** References that nobody has paid: made up by whoever can have things signed. */
  readonly forged: Set<string>;
  /** References of money of which its gateway never tells: it has to be asked. */
  readonly silent: Set<string>;
  /** References of money that belongs to no trade of ours. */
  readonly strays: Set<string>;
  /** Everything that was paid is told of once more, or asked for; throws when a claim does not come to its end. */
  settleDown(): Promise<void>;
}

/** A claim that failed is tried again within half an hour. */
const NEXT_TRY_MS = 31 * 60_000;
/** How long claims have that were woken. */
const WAKE_MS = 20_000;
/** How often they are woken: each time half an hour has passed. */
const WAKINGS = 3;
/** How long the end of an order waits for a provider that knows nothing of it. */
const PATIENCE_MS = 24 * 3_600_000;

/** What providers have brought, in one. */
export const placesOf = (opened: readonly Opened[]): Places => ({
  tills: opened.flatMap(({ tills = [] }) => tills),
  booked: opened.flatMap(({ booked = [] }) => booked),
  get coins() {
    const coins = opened.find((each) => each.coins)?.coins;
    if (!coins) throw new Error('no chain was started');
    return coins;
  },
});

/** What a shop is begun with that takes money from outside. */
interface Beginning {
  readonly random: () => number;
  /** Name of the weakness to plant. */
  readonly weakness: string | undefined;
  /** Who serves it. */
  readonly providers: readonly ProvedProvider[];
}

/** Starts database, product, providers and panel. */
export const createPayWorld = async ({ random, weakness, providers }: Beginning): Promise<PayWorld> => {
  let panel = (): string => {
    throw new Error('no panel serves yet');
  };
  const front = await startFront(() => panel());
  const opened: Opened[] = [];
  const stopOwn = async (): Promise<void> => {
    await Promise.all(opened.map((each) => each.stop()));
    await front.stop();
  };
  try {
    const world = await createWorld({
      random,
      weakness,
      patienceMs: PATIENCE_MS,
      environment: async ({ app }) => {
        for (const provider of providers) opened.push(await provider.open(app, front.url));
        return Object.assign({}, ...opened.map(({ environment }) => environment)) as Record<string, string>;
      },
    });
    panel = () => world.server().url;
    const { stop } = world;
    const places = Object.getOwnPropertyDescriptors(placesOf(opened));
    const own: PayWorld = Object.assign(Object.defineProperties(world, places) as World & Places, {
      providers,
      forged: new Set<string>(),
      silent: new Set<string>(),
      strays: new Set<string>(),
      settleDown: () => settleDown(own),
      audit: () => auditPayments(own),
      stop: async () => {
        await stop();
        await stopOwn();
      },
    });
    return own;
  } catch (fault) {
    await stopOwn();
    throw fault;
  }
};

/** Claims of real money that have not come to their end, and money of which the shop knows nothing. */
const listWaiting = async (world: PayWorld): Promise<string[]> => {
  const unheard: string[] = [];
  // Asked before claims: what is heard of in between is a claim by then.
  for (const provider of world.providers) unheard.push(...(await provider.unheard(world)));
  const { rows } = await sql<{ waiting: string }>`
    select reference || ' after ' || attempts || ' tries' as waiting from claims
     where state = 'waiting' and reference <> all(${[...world.forged]}::text[])`.execute(world.shop.app.deps.db);
  return [...unheard, ...rows.map(({ waiting }) => waiting)];
};

const settleDown = async (world: PayWorld): Promise<void> => {
  const { deps } = world.shop.app;
  for (const provider of world.providers) provider.recover(world);
  let waiting: string[] = [];
  for (let waking = 0; waking < WAKINGS; waking += 1) {
    for (const provider of world.providers) await provider.stir(world);
    await deps.jobs.add(deps.db, watchClaims, {});
    // A gateway that says nothing of eight trades rests, and is asked for the next eight when it is woken again.
    const settles = async (): Promise<boolean> => {
      await deps.jobs.add(deps.db, watchQueries, {});
      return (waiting = await listWaiting(world)).length === 0;
    };
    if (await until('claims to be settled', settles, { withinMs: WAKE_MS }).catch(() => false)) return;
    await world.pass(NEXT_TRY_MS);
  }
  throw new Error(`claims are not settled: ${waiting.slice(0, 3).join(', ')}`);
};
