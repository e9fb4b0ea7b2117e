import { watchClaims } from '@skyport/server/orders/claim-jobs';
import { watchQueries } from '@skyport/server/orders/queries';
import { sql } from 'kysely';
import type { GatewayOrder } from '../../testkit/epay/books.ts';
import { until } from '../../testkit/until.ts';
import { createWorld, type World } from '../order-kills/world.ts';
import { auditPayments } from './books.ts';
import { startFront } from './front.ts';
import { notify } from './post.ts';
import { startTills, type Till } from './tills.ts';

/** A shop that takes money by simulated gateways, each with books of its own, and one panel that is killed. */
export interface PayWorld extends World {
  readonly tills: readonly Till[];
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
/** How often a gateway tells of a payment. */
const TELLINGS = 5;

/** Starts database, product, gateways and panel. */
export const createPayWorld = async (random: () => number, weakness: string | undefined): Promise<PayWorld> => {
  let panel = (): string => {
    throw new Error('no panel serves yet');
  };
  const front = await startFront(() => panel());
  let tills: readonly Till[] = [];
  const stopOwn = async (): Promise<void> => {
    await Promise.all(tills.map(({ gateway }) => gateway.close()));
    await front.stop();
  };
  try {
    const world = await createWorld({
      random,
      weakness,
      patienceMs: PATIENCE_MS,
      environment: async ({ app }) => {
        tills = await startTills(app, front.url);
        return { GATEWAYS: JSON.stringify(tills.map(({ setting }) => setting)) };
      },
    });
    panel = () => world.server().url;
    const { stop } = world;
    const own: PayWorld = Object.assign(world, {
      tills,
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

/** Claims of real money that have not come to their end, and money of which the shop has not asked. */
const listWaiting = async ({ shop, forged, silent }: PayWorld): Promise<string[]> => {
  const { rows } = await sql<{ waiting: string }>`
    select reference || ' after ' || attempts || ' tries' as waiting from claims
     where state = 'waiting' and reference <> all(${[...forged]}::text[])
    union all
    select reference || ' was not asked for' from unnest(${[...silent]}::text[]) as s (reference)
     where not exists (select from claims c where c.reference = s.reference)`.execute(shop.app.deps.db);
  return rows.map(({ waiting }) => waiting);
};

const isToTell = ({ silent }: PayWorld, { paidFen, acknowledged, tradeNo }: GatewayOrder): boolean =>
  paidFen > 0 && !acknowledged && !silent.has(tradeNo);

/** Gateways tell of what was paid until they hear that it is stored. */
const tellAll = async (world: PayWorld): Promise<void> => {
  for (const till of world.tills)
    for (const order of till.gateway.books.orders.values())
      for (let tries = 1; isToTell(world, order); tries += 1) {
        if (tries > TELLINGS) throw new Error(`${order.tradeNo} is not acknowledged`);
        await notify(world, till, order);
      }
};

const settleDown = async (world: PayWorld): Promise<void> => {
  const { deps } = world.shop.app;
  for (const { gateway } of world.tills) gateway.recover();
  await tellAll(world);
  let waiting: string[] = [];
  for (let waking = 0; waking < WAKINGS; waking += 1) {
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
